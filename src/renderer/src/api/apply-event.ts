/** Applies the core's events to the cached answers. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AppEvent, AppState, HandOver, Import, Run, WalletScan } from '../../../shared/app-api.ts'
import { keys } from './keys.ts'
import type { PushedObjects } from './pushed.ts'

/**
 * Returns the function that applies an event to the cache and to `pushed`. An object that an event carries whole replaces the cached one. Lists
 * that are too long to be sent (rows, transactions) are refetched where they are on screen, at most once per delay (200 ms to 3 s) each.
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
        // The treasury has paid for the action.
        refresh(keys.state, 3_000)
        return
      }
      case 'collection': {
        refresh(keys.collections, 200)
        // A run that waits for it reports that.
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
        // Refetches only when the scan found something or ended: the cards stay while it merely reads on. An end always counts, because an answer
        // may have cached it before, but after the cards were fetched.
        if (scan.state !== 'running' || before?.found !== scan.found || before.state !== scan.state)
          refresh([...keys.wallets, 'nfts'], 2_000)
        return
      }
      // What waits for the vault, and what can be seen, may have changed.
      case 'vault':
      case 'reset':
        void queries.invalidateQueries()
    }
  }
}
