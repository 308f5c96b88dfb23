/** Loaded before a command: tells the process that started it the most memory that it held, as the last thing it does. */
process.channel?.unref()
process.on('exit', () => {
  process.send?.({ maxRssMb: process.resourceUsage().maxRSS / 1024 })
})
