/** What an event of the core changes among the answers that are kept. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AppEvent, AppState, HandOver, Import, Run, WalletScan } from '../../../shared/app-api.ts'
import { keys } from './keys.ts'
import type { PushedObjects } from './pushed.ts'

/**
 * Takes events into the cache, and tells `told` of them. Whole objects replace what is kept; lists too long to be sent (rows, transactions) are fetched
 * again where they are on screen, at most once a second each, however fast events come. Answers with the function to call.
 */
export function createEventTaker(
  queries: QueryClient,
  pushed: PushedObjects,
  onRunEnded: (run: Run) => void,
  onNotice: (text: string) => void,
): (event: AppEvent) => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const refresh = (queryKey: QueryKey, delay = 1_000): void => {
    const name = JSON.stringify(queryKey)
    if (waiting.has(name)) return
    const timer = setTimeout(() => {
      waiting.delete(name)
      void queries.invalidateQueries({ queryKey })
    }, delay)
    waiting.set(name, timer)
  }
  const ended = (run: Run): boolean => run.state === 'finished' || run.state === 'cancelled'

  return (event) => {
    switch (event.type) {
      case 'import': {
        pushed.imports.tell(event.import)
        queries.setQueryData<Import>(keys.import(event.import.id), event.import)
        queries.setQueryData<Import[]>(keys.imports, (list) => list && pushed.imports.into(list, event.import))
        refresh(keys.importRows(event.import.id), 200)
        return
      }
      case 'run': {
        const { run } = event
        pushed.runs.tell(run)
        const before =
          queries.getQueryData<Run>(keys.run(run.id)) ??
          queries.getQueryData<Run[]>(keys.runs)?.find(({ id }) => id === run.id)
        queries.setQueryData<Run>(keys.run(run.id), run)
        queries.setQueryData<Run[]>(keys.runs, (list) => list && pushed.runs.into(list, run))
        refresh(keys.runRows(run.id))
        refresh(keys.runTransactions(run.id))
        refresh(keys.state, 3_000)
        refresh(keys.collections, 3_000)
        if (ended(run)) {
          refresh(keys.wallets)
          void queries.invalidateQueries({ queryKey: keys.state })
          if (before && !ended(before)) onRunEnded(run)
        }
        return
      }
      case 'handOver': {
        const { handOver } = event
        pushed.handOvers.tell(handOver)
        queries.setQueryData<HandOver>(keys.handOver(handOver.id), handOver)
        queries.setQueryData<HandOver[]>(keys.handOvers, (list) => list && pushed.handOvers.into(list, handOver))
        refresh(keys.handOverParts(handOver.id))
        refresh(keys.state, 3_000)
        return
      }
      case 'network': {
        queries.setQueryData<AppState>(keys.state, (state) =>
          state
            ? {
                ...state,
                networks: state.networks.map((old) => (old.chain === event.network.chain ? event.network : old)),
              }
            : state,
        )
        refresh(keys.state)
        return
      }
      case 'action': {
        refresh(keys.collections)
        refresh(keys.wallets)
        // The treasury has paid for it.
        refresh(keys.state, 3_000)
        return
      }
      case 'collection': {
        refresh(keys.collections, 200)
        // A run that waits for it says so.
        refresh(keys.runs)
        return
      }
      case 'webhook': {
        refresh(keys.webhooks)
        if (event.notice !== null) onNotice(event.notice)
        return
      }
      case 'backup': {
        refresh(keys.backups)
        if (event.notice !== null) onNotice(`A backup failed. ${event.notice}`)
        return
      }
      case 'requests': {
        refresh(keys.requests, 200)
        return
      }
      case 'scan': {
        const { scan } = event
        pushed.scans.tell(scan)
        const before = queries.getQueryData<WalletScan>(keys.scan(scan.chain, scan.address))
        queries.setQueryData<WalletScan>(keys.scan(scan.chain, scan.address), scan)
        // Only where something was found, or it ended: the cards stay as they are while it merely reads on. An answer may have said so before,
        // but after the cards were asked for.
        if (scan.state !== 'running' || before?.found !== scan.found || before.state !== scan.state)
          refresh([...keys.wallets, 'nfts'], 2_000)
        return
      }
      // What waits, and what can be seen, may be other now.
      case 'vault':
      case 'reset':
        void queries.invalidateQueries()
    }
  }
}
