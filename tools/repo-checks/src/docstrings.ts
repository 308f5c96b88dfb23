const headless = /\/\*\*[\s*]*((?:What|Who|Whom|Whose|Which|How|Why|Of|Under which|Where|The same)\b[^\n]*)/gu

/** Lists the first lines of docstrings that begin with a question word instead of naming the thing: "What the page shows." */
export const listHeadless = (source: string): readonly string[] =>
  [...source.matchAll(headless)].map(([, line = '']) => line.replace(/\s*\*\/.*$/u, ''))
