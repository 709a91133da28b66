/** Lets one loop wait for a call or for time. A call that comes while the loop does not wait is kept. */
export interface Signal {
  raise(): void
  /** Whether `raise` was called since the last wait. */
  isRaised(): boolean
  /** Resolves at the next call, or after `ms`; null: only at a call. */
  wait(ms: number | null): Promise<void>
}

export function createSignal(): Signal {
  let raised = false
  let resume: (() => void) | undefined
  return {
    raise() {
      raised = true
      resume?.()
    },
    isRaised: () => raised,
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
