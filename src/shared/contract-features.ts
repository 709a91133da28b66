/** The version of their kind's contract that collections are made with: there is one of each kind. */
export const contractVersion = 1

/** What a collection's contract may be able to do beside minting and a supply limit. */
export type ContractFeature =
  | 'update'
  | 'royalties'
  | 'payments'
  | 'base-uri'
  | 'transferable'
  | 'transfer-by-signature'

/** As a sentence names them. */
const named: Record<ContractFeature, string> = {
  update: 'change the metadata of what is minted',
  royalties: 'set royalties',
  payments: 'sell tokens (payments)',
  'base-uri': 'have a base URI',
  transferable: 'forbid transfers',
  'transfer-by-signature': "move or burn what the project's other wallets hold",
}

/** What contracts of this kind can do. */
export function contractFeatures(kind: string): readonly ContractFeature[] {
  if (kind === 'core') return ['update', 'royalties', 'transfer-by-signature']
  if (kind === 'certified') return ['update', 'transfer-by-signature']
  if (!['economy', 'standard', 'copies'].includes(kind)) return []
  const all = ['update', 'royalties', 'base-uri', 'transferable', 'transfer-by-signature'] as const
  return kind === 'copies' ? all : ['payments', ...all]
}

/**
 * Why a collection cannot do something, in a sentence; null when it can. A contract is never changed once it is deployed, so that its
 * address stays.
 */
export function lacksFeature(kind: string, feature: ContractFeature): string | null {
  if (contractFeatures(kind).includes(feature)) return null
  if (kind === 'certified' || kind === 'core') return `This version of Mintdesk cannot ${named[feature]} on Solana yet.`
  return `This collection's contract (${kind}) cannot ${named[feature]}: make a new collection for that.`
}

/**
 * Gas of one mint in a batch of 200, to addresses that hold nothing yet, the transaction's own share included (`npm run bench:gas`): for
 * choosing a kind, before there is anything to estimate.
 */
export const gasPerMint = { economy: 6_900, standard: 47_000 } as const

/**
 * Lamports of one mint on Solana, three in a transaction, without the rent of a tree: compressed, and as an account of its own, whose rent is
 * most of it (real programs, `npm run bench:solana`): for choosing a kind.
 */
export const lamportsPerMint = {
  certified: { compressed: 1_667, account: 19_660_000 },
  core: { compressed: 91_667, account: 3_500_000 },
} as const

/** The kinds of collections that a person chooses between. */
export type CollectionKind = keyof typeof gasPerMint | keyof typeof lamportsPerMint
