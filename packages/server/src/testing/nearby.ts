import fc from 'fast-check'

/** Values near `example`: characters of it exchanged, added and left out. */
export const nearby = (example: string) =>
  fc
    .array(fc.tuple(fc.nat(example.length), fc.nat(2), fc.constantFrom(...'0129-+.:/ @,()TZYNaéA'.split(''))), {
      maxLength: 4,
    })
    .map((edits) =>
      edits
        .reduce(
          (text, [at, cut, character]) =>
            text.slice(0, at) + (cut === 2 ? '' : character) + text.slice(at + (cut && 1)),
          example,
        )
        .trim(),
    )
    .filter((text) => text !== '')
