/** A number that a phone dials when it is touched. */
export function PhoneLink({ number }: { readonly number: string }) {
  return (
    <a href={`tel:${number.replaceAll(/[^+\d]/gu, '')}`} className="tabular">
      {number}
    </a>
  )
}
