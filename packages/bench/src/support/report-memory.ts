/** Preloaded into a command: sends its peak memory to the parent process when it exits. */
process.channel?.unref()
process.on('exit', () => {
  process.send?.({ maxRssMb: process.resourceUsage().maxRSS / 1024 })
})
