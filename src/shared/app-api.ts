/**
 * What the window and the command line say to the core under `/app/…`: the things only a person does (imports, quotes, runs,
 * keys, settings). Everything a program could do goes through `/api/…`. Both sides parse with these schemas.
 *
 * Every call bears `Authorization: Bearer <token>`; `X-Mintdesk-Project` says which project is meant (default: the first).
 * Errors have the body of spec/api.md: `{error: true, message, code, details?}`.
 * Amounts in a coin's smallest unit (wei) travel as decimal strings; times are ISO 8601 with milliseconds, UTC.
 */
import { z } from 'zod'

const amount = z.string().regex(/^\d+$/)
const time = z.string()

export const project = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['practice', 'live']),
  index: z.int(),
  /** Whether the API's transfers are let in; a person switches it, never a program. */
  enterprise: z.boolean(),
})
export type Project = z.infer<typeof project>

/**
 * `GET /app/projects` → `project[]`; `POST /app/projects` with `projectRequest` → `project` (422 `live.seed` for a live one while there
 * is no seed for it, 409 `project.exists` for a name that is taken); `PATCH /app/projects/{id}` with `projectPatch` → `project`.
 */
export const projectRequest = z.object({
  name: z.string().trim().min(1).max(60),
  kind: z.enum(['practice', 'live']).default('practice'),
})
export const projectPatch = z.object({ name: projectRequest.shape.name.optional(), enterprise: z.boolean().optional() })

/** `POST /app/session {ticket}` → a bearer token that outlives a restart of the core; also sets the media cookie. */
export const sessionRequest = z.object({ ticket: z.string() })
export const session = z.object({ token: z.string() })

/** How an RPC of a live network stands; its address without its key. */
export const rpcStatus = z.object({
  url: z.string(),
  /** `unused`: not asked yet; `wrong`: of another chain, left out; `waiting`: failed, asked again after a while. */
  state: z.enum(['unused', 'up', 'lagging', 'waiting', 'wrong']),
  reason: z.string().nullable(),
  latencyMs: z.int().nullable(),
  head: z.int().nullable(),
})

/**
 * `GET /app/networks?kind` → `network[]` (kind: the project's where absent). `GET /app/networks/{chain}/rpcs` → `rpcList`; `PUT` with
 * `rpcListRequest` sets it (null: the default) → `rpcList`. An address as the list shows it stands for the one that is there.
 * `POST /app/networks/{chain}/test` with `rpcTestRequest` → `rpcReport[]`.
 */
export const rpcList = z.object({
  chain: z.string(),
  /** Whether a person set it. */
  custom: z.boolean(),
  /** In the order of preference, without keys. */
  rpcs: z.array(z.string()),
  defaults: z.array(z.string()),
})
export const rpcListRequest = z.object({ rpcs: z.array(z.string()).nullable() })
export const rpcTestRequest = z.object({ rpcs: z.array(z.string()).min(1).optional() })
/** What a test of an RPC found; null for what was not got to. */
export const rpcReport = z.object({
  url: z.string(),
  ok: z.boolean(),
  /** One sentence. */
  verdict: z.string(),
  latencyMs: z.int().nullable(),
  chainId: z.int().nullable(),
  block: z.int().nullable(),
  /** The tag `finalized`, several calls in one request, `eth_feeHistory`. */
  finalized: z.boolean().nullable(),
  batch: z.boolean().nullable(),
  feeHistory: z.boolean().nullable(),
})
export type RpcReport = z.infer<typeof rpcReport>

export const network = z.object({
  chain: z.string(),
  label: z.string(),
  kind: z.enum(['practice', 'live']),
  chainId: z.int().nullable(),
  rpcUrl: z.string().nullable(),
  /** `idle`: not started yet, starts at first use; `down` carries `reason`. */
  state: z.enum(['idle', 'starting', 'up', 'down']),
  reason: z.string().optional(),
  /** A sentence that a person should know: a saved state that cannot be written; a live network that is about to end. */
  notice: z.string().optional(),
  currency: z.object({ symbol: z.string(), decimals: z.int() }),
  /** Without a trailing slash; null on practice networks. */
  explorer: z.string().nullable(),
  /** Live networks: the RPCs of the list, once they are in use. */
  rpcs: z.array(rpcStatus).optional(),
})
export type Network = z.infer<typeof network>

export const treasury = z.object({
  chain: z.string(),
  address: z.string(),
  balance: amount,
  symbol: z.string(),
  decimals: z.int(),
})
export type Treasury = z.infer<typeof treasury>

/** `GET /app/treasury`: the address that pays for the project on every EVM network; null while the project has no seed. */
export const treasuryAddress = z.object({ address: z.string().nullable() })

/** `GET /app/state`: what the frame of the window shows. */
export const appState = z.object({
  version: z.string(),
  dataDir: z.string(),
  project,
  projects: z.array(project),
  networks: z.array(network),
  /** One entry per chain in use. */
  treasuries: z.array(treasury),
})
export type AppState = z.infer<typeof appState>

/** `GET /app/collections`: the collections with what the window needs beyond `/api`. */
export const collectionSummary = z.object({
  id: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  metadata: z.object({ name: z.string(), description: z.string(), imageUrl: z.string(), symbol: z.string() }),
  fungibility: z.enum(['non-fungible', 'semi-fungible']),
  contractKind: z.string(),
  contractAddress: z.string().nullable(),
  /** Whether the contract is on chain already; it is deployed with the first mint or at creation. */
  deployed: z.boolean(),
  /** On chain, what strangers have bought included. */
  minted: z.int(),
  /** Of those, bought by strangers. */
  purchased: z.int(),
  /** Accepted and not yet settled. */
  pending: z.int(),
  supplyLimit: z.int().nullable(),
  /** Why nothing can be minted into it now (default-solana until Solana is there); null when it can. */
  unavailable: z.string().nullable(),
  createdAt: time,
})
export type CollectionSummary = z.infer<typeof collectionSummary>

/** One change of a collection that was asked for. */
export const collectionChange = z.object({
  actionId: z.string(),
  /** `supplyLimit`, `payments`, `royalties`, `baseURI`, `transferable`. */
  what: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Why it failed; null else. */
  error: z.string().nullable(),
  startedAt: time,
})

/** `GET /app/mint-prices?chain=`: what a mint would cost now, by kind of contract; null while the network is not up. */
export const mintPrices = z.object({
  economy: amount.nullable(),
  standard: amount.nullable(),
  symbol: z.string(),
  decimals: z.int(),
})

/** `GET /app/nfts/{locator}`: an NFT of the project by `<chain>:<contract>:<tokenId>`, and whether a wallet of the project holds it. */
export const locatedNft = z.object({ collectionId: z.string(), id: z.string(), burnable: z.boolean() })

/** `GET /app/collections/{id}/settings`: what can be changed on chain, as the chain has it, and the last changes, newest first. */
export const collectionDetails = z.object({
  supplyLimit: z.int().nullable(),
  payments: z
    .object({
      price: z.string(),
      recipientAddress: z.string(),
      currency: z.string(),
      /** How many can still be bought; absent without bound. */
      saleSupply: z.int().optional(),
    })
    .nullable(),
  royalties: z.object({ address: z.string(), basisPoints: z.int() }).nullable(),
  baseUri: z.string().nullable(),
  transferable: z.boolean(),
  purchased: z.int(),
  /** The chain's own coin. */
  currency: z.string(),
  /** What the contract can do beside a supply limit and royalties: `payments`, `base-uri`, `transferable`, `transfer-by-signature`. */
  features: z.array(z.string()),
  changes: z.array(collectionChange),
})
export type CollectionDetails = z.infer<typeof collectionDetails>

// ---- imports

export const fieldName = z.enum([
  'recipient',
  'email',
  'userId',
  'name',
  'description',
  'image',
  'animation_url',
  'external_url',
  'attributes',
  'quantity',
  'id',
  'metadata_uri',
  'compressed',
  'trait',
  'ignore',
  'result',
])
export type FieldName = z.infer<typeof fieldName>

/** One column of the file: its header as written and what it becomes. `trait` carries the trait's name and display type. */
export const columnMapping = z.object({
  header: z.string(),
  field: fieldName,
  trait: z.string().optional(),
  displayType: z.enum(['number', 'boost_number', 'boost_percentage', 'date', 'string']).optional(),
})
export type ColumnMapping = z.infer<typeof columnMapping>

export const finding = z.object({
  /** As a spreadsheet program shows it: the header is row 1, blank lines count. */
  row: z.int(),
  /** The header of the column, or '' for the row as a whole. */
  column: z.string(),
  code: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string(),
})
export type Finding = z.infer<typeof finding>

export const importCounts = z.object({
  /** Rows read so far (blank ones are not counted). */
  rows: z.int(),
  ready: z.int(),
  errors: z.int(),
  warnings: z.int(),
  /** Rows that are listed and skipped: minted before, or duplicates the person chose to drop. */
  skipped: z.int(),
  /** NFTs the ready rows make, `quantity` counted. */
  nfts: z.int(),
})

export const importOptions = z.object({
  /** The collection whose chain and supply the rows are checked against. */
  collectionId: z.string(),
  /** Columns that are no field of ours become traits of their name. */
  otherColumnsAsTraits: z.boolean(),
  duplicates: z.enum(['all', 'first']),
  /** Mint rows again that were minted into this collection before. */
  again: z.boolean(),
})
export type ImportOptions = z.infer<typeof importOptions>

/**
 * `POST /app/imports?name=<file name>&collectionId=<id>` with the file's bytes as the body (application/octet-stream) → `Import`.
 * Dropped media: `PUT /app/imports/{id}/media?path=<relative path>` with the file's bytes, before or after; then a re-check.
 * `GET /app/imports` lists the last ones; `GET /app/imports/{id}` → `Import`; `DELETE` drops it.
 * `PATCH /app/imports/{id}` with `importPatch` checks again → `Import`.
 * `GET /app/imports/{id}/rows` with `rowQuery` → `importRows`; `PATCH /app/imports/{id}/rows/{row}` `{column, value}` → `importRow`.
 * `POST /app/imports/{id}/fix` with `fixRequest` → `Import`.
 * `GET /app/imports/{id}/errors.csv`: the rows with errors, with one more column that says why.
 */
export const importState = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['checking', 'checked', 'failed']),
  /** What is wrong with the file as a whole, when `failed`. */
  failure: finding.optional(),
  /** What could not be checked now, such as a network that did not answer; the file can be minted all the same. */
  notice: z.string().optional(),
  bytesRead: z.int(),
  bytesTotal: z.int(),
  encoding: z.string(),
  delimiter: z.string(),
  columns: z.array(columnMapping),
  counts: importCounts,
  /** How many findings there are of each code. */
  codes: z.array(z.object({ code: z.string(), level: z.enum(['error', 'warning']), count: z.int() })),
  options: importOptions,
  mediaFiles: z.int(),
  createdAt: time,
})
export type Import = z.infer<typeof importState>

export const importPatch = importOptions.partial().extend({ columns: z.array(columnMapping).optional() })
export type ImportPatch = z.infer<typeof importPatch>

export const rowFilter = z.enum(['all', 'ready', 'errors', 'warnings', 'skipped'])
export type RowFilter = z.infer<typeof rowFilter>
/** Rows by their place in the filtered list, for a virtual table. */
export const rowQuery = z.object({
  filter: rowFilter.default('all'),
  code: z.string().optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const importRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  status: z.enum(['ready', 'error', 'warning', 'skipped']),
  findings: z.array(finding),
  /** The NFT as wallets will show it, when the row can be minted: metadata object, or a URL of hosted metadata. */
  nft: z.object({ recipient: z.string(), quantity: z.int(), metadata: z.unknown() }).nullable(),
})
export type ImportRow = z.infer<typeof importRow>
export const importRows = z.object({ total: z.int(), rows: z.array(importRow) })
export const cellEdit = z.object({ column: z.string(), value: z.string() })
export const fixRequest = z.object({ rule: z.enum(['trim', 'lower-case-address']), column: z.string().optional() })

// ---- price and run

/** Most that is signed for a unit of gas, in the coin's smallest unit (wei per gas); null: whatever the network asks. */
export const feeCeiling = z
  .string()
  .regex(/^[1-9]\d{0,29}$/, 'A fee ceiling is a whole number of wei per gas above 0.')
  .nullable()

/** `POST /app/quotes {importId, feeCeiling?}` → `quote`. */
export const quoteRequest = z.object({ importId: z.string(), feeCeiling: feeCeiling.optional() })
export const quote = z.object({
  importId: z.string(),
  collectionId: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  nfts: z.int(),
  transactions: z.int(),
  gas: amount,
  /** wei, the data fee included; `high` is within the ceiling that was asked with. */
  fee: z.object({ low: amount, expected: amount, high: amount }),
  /** The part of the expected fee that is for the collection's contract, and the part that an OP-stack network charges for data. */
  contractFee: amount,
  dataFee: amount,
  /** wei per gas now: what is expected to be paid, and what it is at most until fees rise further. */
  gasPrice: z.object({ low: amount, expected: amount, high: amount }),
  symbol: z.string(),
  decimals: z.int(),
  /** `reserved`: what the runs that are under way on this chain still need, as expected. */
  treasury: z.object({ address: z.string(), balance: amount, reserved: amount }),
  /** wei that are missing for the high fee beside what is reserved; "0" when the treasury suffices. */
  shortfall: amount,
  /** Estimated seconds until everything has settled. */
  seconds: z.int(),
  practice: z.boolean(),
})
export type Quote = z.infer<typeof quote>

/**
 * `POST /app/runs {importId, feeCeiling?}` → `Run`; a large run is not made within seconds: 202 `{making}` then says how far it is, and the same call again
 * waits on (`startRun`). Rows with errors stay out only when `skipErrors` is true, else 422 `run.errors`.
 */
export const runRequest = z.object({
  importId: z.string(),
  skipErrors: z.boolean().default(false),
  name: z.string().optional(),
  feeCeiling: feeCeiling.optional(),
})

export const runMaking = z.object({ making: z.object({ done: z.int(), total: z.int() }) })
/** `PATCH /app/runs/{id}` → `Run`: what may be changed while it is under way. */
export const runPatch = z.object({ feeCeiling })

export const runCounts = z.object({
  total: z.int(),
  /** Waiting for their batch. */
  queued: z.int(),
  /** In a batch: files, metadata and folder are being made, or done. */
  prepared: z.int(),
  /** Signed and on disk, or sent, and not settled. */
  sent: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  cancelled: z.int(),
})
export type RunCounts = z.infer<typeof runCounts>

/**
 * `GET /app/runs` → `Run[]` (newest first); `GET /app/runs/{id}` → `Run`;
 * `POST /app/runs/{id}/pause | resume | cancel | retry` → `Run`;
 * `GET /app/runs/{id}/rows` with `runRowQuery` → `runRows`; `GET /app/runs/{id}/transactions` → `runTransactions`;
 * `GET /app/runs/{id}/results.csv`.
 */
export const run = z.object({
  id: z.string(),
  name: z.string(),
  collectionId: z.string(),
  collectionName: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  contractAddress: z.string().nullable(),
  /** `waiting`: held up by something the sentence in `notice` names (no network, no coin), goes on by itself. */
  state: z.enum(['running', 'waiting', 'paused', 'cancelled', 'finished']),
  notice: z.string().nullable(),
  counts: runCounts,
  transactions: z.int(),
  gasUsed: amount,
  /** wei spent so far on settled transactions. */
  fee: amount,
  /** The quote's expected fee, wei; the whole quote where it was kept. */
  quotedFee: amount.nullable(),
  quote: z.object({ low: amount, expected: amount, high: amount }).nullable(),
  /** wei that the rest is expected to cost; null when nothing is known of it. */
  restFee: amount.nullable(),
  /** How far the whole (spent and rest) is from the quote, percent: 4.2 is more, -4.2 less. */
  feeDifference: z.number().nullable(),
  /** Most that is signed for a unit of gas, wei; null: whatever the network asks. */
  feeCeiling: amount.nullable(),
  /** What it waits for when it goes on by itself: lower fees, coin (how much the next transaction lacks, and where to send it), the storage, the network. */
  waitsFor: z
    .object({
      what: z.enum(['fee', 'funds', 'storage', 'network']),
      missing: amount.nullable(),
      address: z.string().nullable(),
    })
    .nullable(),
  symbol: z.string(),
  decimals: z.int(),
  /** NFTs a second over the last ten seconds; 0 when nothing moves. */
  rate: z.number(),
  secondsLeft: z.int().nullable(),
  createdAt: time,
  completedAt: time.nullable(),
  /** NFTs settled per second over time, for the chart: [seconds since start, NFTs settled so far]. */
  history: z.array(z.tuple([z.number(), z.int()])),
})
export type Run = z.infer<typeof run>

export const runRowQuery = z.object({
  state: z.enum(['all', 'pending', 'succeeded', 'failed', 'cancelled']).default('all'),
  search: z.string().optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const runRow = z.object({
  row: z.int(),
  nftId: z.string(),
  recipient: z.string(),
  address: z.string(),
  name: z.string(),
  state: z.enum(['queued', 'prepared', 'sent', 'succeeded', 'failed', 'cancelled']),
  tokenId: z.string().nullable(),
  txId: z.string().nullable(),
  error: z.string().nullable(),
})
export type RunRow = z.infer<typeof runRow>
export const runRows = z.object({ total: z.int(), rows: z.array(runRow) })

export const runTransaction = z.object({
  hash: z.string(),
  sequence: z.string(),
  purpose: z.string(),
  state: z.enum(['signed', 'sent', 'included', 'succeeded', 'failed', 'dead']),
  nfts: z.int(),
  attempts: z.int(),
  gasUsed: amount.nullable(),
  fee: amount.nullable(),
  blockNumber: z.string().nullable(),
})
export type RunTransaction = z.infer<typeof runTransaction>
export const runTransactions = z.array(runTransaction)

// ---- keys

export const scopes = [
  'collections.create',
  'collections.read',
  'collections.update',
  'nfts.create',
  'nfts.read',
  'nfts.update',
  'nfts.delete',
  'wallets.create',
  'wallets.read',
  'wallets:nfts.read',
  'wallets:nfts.transfer',
] as const
export const scope = z.enum(scopes)
export type Scope = z.infer<typeof scope>

/** `GET /app/keys` → `apiKey[]`; `POST /app/keys` with `keyRequest` → `createdKey`; `DELETE /app/keys/{id}` → 204. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first and last few characters, so that a person tells keys apart. */
  hint: z.string(),
  scopes: z.array(scope),
  createdAt: time,
  lastUsedAt: time.nullable(),
  revokedAt: time.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>
/** Without `scopes` a key has all but `wallets:nfts.transfer`. */
export const keyRequest = z.object({ name: z.string().max(100).default(''), scopes: z.array(scope).min(1).optional() })
export const createdKey = apiKey.extend({ key: z.string() })
export type CreatedKey = z.infer<typeof createdKey>

// ---- wallets

/**
 * `GET /app/wallets/search?q=<anything>`: what the text can mean, best first: an address of some chain, a locator, an e-mail
 * address, a user id. The holdings come from `GET /api/2022-06-09/wallets/{locator}/nfts?page&perPage`.
 */
export const walletMeaning = z.object({
  kind: z.enum(['address', 'email', 'userId']),
  chain: z.string(),
  chainLabel: z.string(),
  locator: z.string(),
  address: z.string(),
  /** For a person: "Polygon address", "Wallet of ada@example.com on Polygon". */
  description: z.string(),
  /** NFTs known to be held, own contracts. */
  count: z.int(),
})
export type WalletMeaning = z.infer<typeof walletMeaning>
export const walletSearch = z.object({ meanings: z.array(walletMeaning), message: z.string().nullable() })
/** `GET /app/wallets`: the project's own wallets by user. */
export const projectWallet = z.object({
  kind: z.enum(['email', 'userId']),
  user: z.string(),
  chain: z.string(),
  address: z.string(),
  locator: z.string(),
})
export const projectWallets = z.array(projectWallet)

// ---- events

/**
 * `GET /app/events`: `text/event-stream`, read with `fetch`; resumed with `Last-Event-ID`. Each event is `{id, event: type, data}`.
 * A reader that was away too long gets `reset` and loads anew.
 */
export const appEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('import'), import: importState }),
  z.object({ type: z.literal('run'), run }),
  z.object({ type: z.literal('network'), network }),
  /** An action of the API ended: `collections.create.succeeded` and so on; `action` has the shape of the API's action. */
  z.object({ type: z.literal('action'), kind: z.string(), action: z.unknown() }),
  z.object({ type: z.literal('reset') }),
])
export type AppEvent = z.infer<typeof appEvent>

export const apiError = z.object({
  error: z.literal(true),
  message: z.string(),
  code: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ApiErrorBody = z.infer<typeof apiError>

// ---- recovery

/** `POST /app/recovery`: rebuilds collections and NFTs from seed and chains; begun once, then looked at by `GET /app/recovery`. */
export const recoveryWish = z.object({
  /** Only looks. */
  dryRun: z.boolean().default(false),
  /** Ids of collections, for those whose id no chain tells. */
  collectionIds: z.array(z.string().min(1).max(200)).max(1_000).default([]),
})
export type RecoveryWish = z.infer<typeof recoveryWish>

export const foundCollection = z.object({
  kind: z.enum(['practice', 'live']),
  chain: z.string(),
  /** Its project's place in the seed. */
  projectIndex: z.number(),
  collectionId: z.string(),
  contract: z.string(),
  name: z.string(),
  /** NFTs ever minted into it, by the chain. */
  minted: z.number(),
  /** NFTs that were entered now. */
  entered: z.number(),
  /** What could not be recovered, in a sentence. */
  remark: z.string().nullable(),
})
export type FoundCollection = z.infer<typeof foundCollection>

export const recoveryState = z.object({
  state: z.enum(['idle', 'running', 'done', 'failed']),
  /** Why it failed. */
  message: z.string().nullable(),
  step: z.object({ chain: z.string(), what: z.string(), done: z.number(), total: z.number() }).nullable(),
  found: z.array(foundCollection),
  /** What could not be looked at, a sentence each. */
  remarks: z.array(z.string()),
})
export type RecoveryState = z.infer<typeof recoveryState>
