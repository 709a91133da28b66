export type BlockMaker = {
  /** Looks now whether a block is wanted, instead of at the next idle look: to be called when someone begins to hold. */
  wake(): void
  /** Makes no more blocks; resolves when the one under way is done. */
  stop(): Promise<void>
}

export type BlockMakerOptions = {
  /** Milliseconds between two blocks. */
  intervalMs: number
  /** Whether someone waits for blocks to come, with or without transactions in them. */
  held(): boolean
  /** How many transactions could be included now. */
  pending(): Promise<number>
  /** Makes one block; gives how many transactions it took. */
  mine(): Promise<number>
  /** Told of every failure; blocks go on being tried. */
  onError(error: unknown): void
}

/** How often an idle network looks for transactions that came from outside, in milliseconds. */
const idleLook = 500
/** The first block after idleness waits until what is being sent has arrived: no change for a look, or this long at most. */
const gatherLook = 50
const gatherAtMost = 250
/** After so many blocks that took nothing of what is pending (a fee below the base fee), it is left alone until it changes. */
const barrenAtMost = 3

/**
 * Makes blocks while something is pending or someone holds, and none otherwise. The first block after idleness comes within
 * `gatherAtMost` of the first pending transaction seen, or an interval after a hold; the next ones an interval apart.
 */
export function startBlockMaker(options: BlockMakerOptions): BlockMaker {
  const { intervalMs, held, pending, mine, onError } = options
  let heldSince: number | undefined
  let lastBlock = Number.NEGATIVE_INFINITY
  let gatheringSince: number | undefined
  let lastPending = 0
  let barren = 0
  let leftAlone = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let step: Promise<void> = Promise.resolve()

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => {
      step = look().catch((error: unknown) => {
        onError(error)
        schedule(intervalMs)
      })
    }, ms)
    timer.unref()
  }

  const makeBlock = async (waiting: number) => {
    lastBlock = performance.now()
    gatheringSince = undefined
    const taken = await mine()
    barren = waiting > 0 && taken === 0 ? barren + 1 : 0
    if (barren >= barrenAtMost) leftAlone = waiting
    schedule(Math.max(0, lastBlock + intervalMs - performance.now()))
  }

  const look = async () => {
    const waiting = await pending()
    const now = performance.now()
    if (leftAlone > 0 && waiting !== leftAlone) {
      leftAlone = 0
      barren = 0
    }
    const wanted = waiting > 0 && waiting !== leftAlone
    const grown = waiting !== lastPending
    lastPending = waiting
    heldSince = held() ? (heldSince ?? now) : undefined

    const due = now - lastBlock >= intervalMs - 1
    const beating = now - lastBlock < intervalMs * 1.5
    if (!wanted && heldSince === undefined) return schedule(Math.min(idleLook, intervalMs))
    if (!due) return schedule(Math.ceil(lastBlock + intervalMs - now))
    if (wanted) {
      gatheringSince ??= now
      if (beating || !grown || now - gatheringSince >= gatherAtMost) return makeBlock(waiting)
      return schedule(gatherLook)
    }
    if (now - Math.max(lastBlock, heldSince ?? now) >= intervalMs - 1) return makeBlock(waiting)
    schedule(Math.min(gatherLook, intervalMs))
  }

  schedule(0)
  return {
    wake() {
      // After a look that is under way, which schedules the next one itself.
      void step.then(() => schedule(0))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await step
    },
  }
}
