export type BlockMaker = {
  /** Looks at once whether a block is wanted, without waiting for the next idle look; to be called when a hold begins. */
  wake(): void
  /** Makes no more blocks; resolves when the one in progress is made. */
  stop(): Promise<void>
}

export type BlockMakerOptions = {
  /** Milliseconds between two blocks. */
  intervalMs: number
  /** Whether someone waits for blocks, even empty ones. */
  held(): boolean
  /** How many transactions could be included now. */
  pending(): Promise<number>
  /** Makes one block. @returns how many transactions it has */
  mine(): Promise<number>
  /** Called with every failure; the maker keeps trying. */
  onError(error: unknown): void
}

/** Milliseconds between two looks of an idle network for transactions from outside. */
const idleLook = 500
/** Milliseconds: the first block after idleness waits until no transaction arrives between two looks, and this long at most. */
const gatherLook = 50
const gatherAtMost = 250
/** After so many blocks in a row that took nothing pending (fees below the base fee), pending ones call for no block until their number changes. */
const barrenAtMost = 3

/**
 * Makes blocks while a transaction is pending or someone holds, and none otherwise. The first block after idleness comes within
 * `gatherAtMost` of the first pending transaction seen, or one interval after a hold begins; the next ones one interval apart.
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
      // After a look in progress, which schedules the next one itself.
      void step.then(() => schedule(0))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await step
    },
  }
}
