import { collectionCalls } from './app-client/collections.ts'
import { developerCalls } from './app-client/developers.ts'
import { feeBalanceCalls } from './app-client/fee-balance.ts'
import { handOverCalls } from './app-client/hand-overs.ts'
import { importCalls } from './app-client/imports.ts'
import { installationCalls } from './app-client/installation.ts'
import { networkCalls } from './app-client/networks.ts'
import { nftCalls } from './app-client/nfts.ts'
import { peopleCalls } from './app-client/people.ts'
import { projectCalls } from './app-client/projects.ts'
import { runCalls } from './app-client/runs.ts'
import { sharedContractCalls } from './app-client/shared-contracts.ts'
import { vaultCalls } from './app-client/vault.ts'
import { walletCalls } from './app-client/wallets.ts'
import type { Caller } from './http-client.ts'

/**
 * Every call of the window and the command line to the core, by name; app-client/ has one file per subject.
 * Each throws `CallError`, and `AbortError` when its signal aborts.
 */
export function createAppClient(caller: Caller) {
  return {
    ...projectCalls(caller),
    ...networkCalls(caller),
    ...feeBalanceCalls(caller),
    ...collectionCalls(caller),
    ...nftCalls(caller),
    ...handOverCalls(caller),
    ...importCalls(caller),
    ...runCalls(caller),
    ...sharedContractCalls(caller),
    ...walletCalls(caller),
    ...vaultCalls(caller),
    ...developerCalls(caller),
    ...installationCalls(caller),
    ...peopleCalls(caller),
  }
}
export type AppClient = ReturnType<typeof createAppClient>
