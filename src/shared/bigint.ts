/** The smaller of two: `Math.min` takes no bigints. */
export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** The larger of two. */
export function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
