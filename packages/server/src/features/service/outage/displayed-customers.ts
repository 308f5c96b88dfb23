/** An outage of fewer customers could identify a household. */
export const minCustomers = 5

/** The customers of an incident, or `null` where the count is hidden. */
export const displayedCustomers = (customers: number): number | null =>
  customers > 0 && customers < minCustomers ? null : customers
