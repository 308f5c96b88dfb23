/** One of the programs that are compared. Each call performs one run and returns its figures by name. */
export interface Contender<Name extends string> {
  readonly name: Name
  readonly run: () => Promise<Readonly<Record<string, number>>>
}

export type Runs<Name extends string> = Readonly<Record<Name, readonly Readonly<Record<string, number>>[]>>

/**
 * Runs the contenders in turn, A B A B, so that other work of the machine affects all of them equally. Every other round runs
 * backwards, so that no contender always follows the same one.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: readonly Contender<Name>[],
  tell: (line: string) => void,
): Promise<Runs<Name>> {
  const runs = Object.fromEntries(contenders.map(({ name }) => [name, []])) as unknown as Record<
    Name,
    Record<string, number>[]
  >
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, run } of round % 2 === 1 ? contenders : contenders.toReversed()) {
      const figures = await run()
      runs[name].push({ ...figures })
      tell(`${round}/${rounds}  ${name}: ${figuresText(figures)}`)
    }
  }
  return runs
}

const figuresText = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}`)
    .join(', ')
