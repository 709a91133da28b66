/** The names under which answers are kept, so that an event finds what it changes. */
export const keys = {
  state: ['state'] as const,
  collections: ['collections'] as const,
  samples: ['samples'] as const,
  imports: ['imports'] as const,
  import: (id: string) => ['import', id] as const,
  importRows: (id: string) => ['import-rows', id] as const,
  quote: (id: string) => ['quote', id] as const,
  runs: ['runs'] as const,
  run: (id: string) => ['run', id] as const,
  runRows: (id: string) => ['run-rows', id] as const,
  runTransactions: (id: string) => ['run-transactions', id] as const,
  wallets: ['wallets'] as const,
  keys: ['keys'] as const,
  storage: ['storage'] as const,
  rpcs: (chain: string) => ['rpcs', chain] as const,
  treasury: ['treasury'] as const,
}
