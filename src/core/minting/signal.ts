/** Lets one loop wait for a call or for time. A call that comes while the loop does not wait is kept. */
export interface Signal {
  /** False: the loop has ended, and hears nothing any more. */
  raise(): boolean
  /** The loop ends, unless `raise` was called since the last wait. @returns whether it does */
  end(): boolean
  /** Resolves at the next call, or after `ms`; null: only at a call. */
  wait(ms: number | null): Promise<void>
}

export function createSignal(): Signal {
  let raised = false
  let ended = false
  let resume: (() => void) | undefined
  return {
    raise() {
      raised = true
      resume?.()
      return !ended
    },
    end() {
      ended = !raised
      return ended
    },
    async wait(ms) {
      if (!raised)
        await new Promise<void>((resolve) => {
          const timer = ms === null ? undefined : setTimeout(resolve, ms)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      raised = false
      resume = undefined
    },
  }
}
