/** Ours, on the practice network: so many slots on top of its own, a transaction cannot be taken back any more (on mainnet: 31). */
export const finalAfter = 2
