/** A phone number that dials when tapped. */
export function PhoneLink({ number }: { readonly number: string }) {
  return (
    <a href={`tel:${number.replaceAll(/[^+\d]/gu, '')}`} className="tabular">
      {number}
    </a>
  )
}
