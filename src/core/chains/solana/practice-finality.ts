/** Ours, for the practice network: a transaction is final with this many slots on top of its own (on mainnet: 31). */
export const finalAfter = 2
