/** How many blocks to ask for at once: what the RPC accepts is learnt during a scan. */
export interface Span {
  /** The next range. */
  blocks: number
  /** The largest range that was answered, and the smallest that was refused, lately; 0 and null: none. */
  accepted: number
  refused: number | null
  /** Answers in a row since the limit was found. */
  steady: number
}

/** The span with which a scan begins or resumes. */
export function spanOf(blocks: number): Span {
  return { blocks: Math.max(1, blocks), accepted: 0, refused: null, steady: 0 }
}

/** Ours: results that are read and written at a time without a noticeable delay. */
const muchAtOnce = 5_000
const littleAtOnce = 1_000
/** Ours: more than any known limit of an RPC. */
const mostBlocks = 2_000_000
/** Ours: the limit counts as found when the range is so close to it. */
const closeEnough = 0.05
/** Ours: limits on results depend on the blocks, so after so many answers the limit is searched again. */
const steadyFor = 30

/** The next span after an answer: larger after few results, smaller after many. */
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

/** The next span after a refusal of `blocks` blocks; null when it was a single block. */
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
