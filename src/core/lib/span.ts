/** How many blocks are asked for at once: what the RPC takes is learnt as a scan goes on. */
export interface Span {
  /** To be asked for next. */
  blocks: number
  /** The most that was answered, and the fewest that were refused, lately; 0 and null: none. */
  accepted: number
  refused: number | null
  /** Answers in a row since the most that is taken was found. */
  steady: number
}

/** Where a scan is taken up. */
export function spanOf(blocks: number): Span {
  return { blocks: Math.max(1, blocks), accepted: 0, refused: null, steady: 0 }
}

/** Ours: results that are read and written at a time without being felt. */
const muchAtOnce = 5_000
const littleAtOnce = 1_000
/** Ours: beyond any limit that an RPC is known to have. */
const mostBlocks = 2_000_000
/** Ours: so close to the limit, it is found. */
const closeEnough = 0.05
/** Ours: limits on results change with the blocks, so after so many answers it is looked for anew. */
const steadyFor = 30

/** After so many results for what was asked: more where there were few, fewer where there were many. */
export function afterAnswer({ blocks, accepted: before, refused, steady }: Span, results: number): Span {
  const accepted = Math.max(before, blocks)
  if (results > muchAtOnce) return { blocks: Math.max(1, Math.floor(blocks / 2)), accepted, refused, steady: 0 }
  if (results > littleAtOnce) return { blocks, accepted, refused, steady }
  if (refused === null) return { blocks: Math.min(blocks * 2, mostBlocks), accepted, refused, steady: 0 }
  if (refused - blocks <= Math.max(1, refused * closeEnough))
    return steady < steadyFor
      ? { blocks, accepted, refused, steady: steady + 1 }
      : { blocks: blocks * 2, accepted, refused: null, steady: 0 }
  return { blocks: Math.floor((blocks + refused) / 2), accepted, refused, steady: 0 }
}

/** After so many blocks were refused; null when it was one block alone. */
export function afterRefusal({ accepted, refused }: Span, blocks: number): Span | null {
  if (blocks <= 1) return null
  const known = accepted < blocks ? accepted : 0
  return {
    blocks: known > 0 ? known : Math.floor(blocks / 2),
    accepted: known,
    refused: Math.min(blocks, refused ?? blocks),
    steady: 0,
  }
}
