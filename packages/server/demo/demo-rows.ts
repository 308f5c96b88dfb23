/** A value of a file of the bundle, before it is written as CSV; `null` for an empty one. */
export type Cell = string | boolean | null

/** Rows of a file of the bundle, their values in the order of its header. */
export type Rows = readonly (readonly Cell[])[]
