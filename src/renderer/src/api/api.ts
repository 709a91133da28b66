/** Every call the window makes, by name. */
import { z } from 'zod'
import { type ProviderWish, providersState, providerTest } from '../../../shared/api-schemas/providers.ts'
import { type StorageWish, storageState, storageTest } from '../../../shared/api-schemas/storage.ts'
import { coverageOf } from '../../../shared/api-schemas/wallets.ts'
import {
  allowedOrigins,
  apiKey,
  appState,
  auditPage,
  collectionDetails,
  collectionSummary,
  createdKey,
  createdWebhook,
  funded,
  type fundRequest,
  type ImportPatch,
  importRow,
  importRows,
  importState,
  type KeychainRequest,
  type KeyLimits,
  type KeyPatch,
  locatedNft,
  mintPrices,
  type Project,
  programList,
  type programsRequest,
  project,
  projectWallets,
  quote,
  type RecoveryWish,
  recoveryState,
  requestPage,
  resent,
  resetCounts,
  rpcList,
  rpcReport,
  run,
  runRows,
  runTransactions,
  type Scope,
  treasuryAddress,
  type UnlockRequest,
  vaultSignedOut,
  vaultState,
  vaultWords,
  type WebhookRequest,
  walletScan,
  walletSearch,
  webhook,
  webhookDeliveries,
} from '../../../shared/app-api.ts'
import { type RunChoices, startRun } from '../../../shared/start-run.ts'
import { description } from '../developers/operations.ts'
import type { Client } from './client.ts'
import {
  type CollectionPatch,
  type CollectionRequest,
  collectionNfts,
  createdCollection,
  templates,
  walletNfts,
} from './public-api.ts'
import type { ToldObjects } from './told.ts'

const sample = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  chain: z.string().nullable(),
})
export type Sample = z.infer<typeof sample>

export type RunOrder = 'pause' | 'resume' | 'cancel' | 'retry'
export interface RowsQuery {
  filter: string
  code?: string
  offset: number
  limit: number
}
export interface RunRowsQuery {
  state: string
  search?: string
  offset: number
  limit: number
}

/** A token as a transfer names it: on EVM chains, and on Solana. */
export type TransferredToken = { contractAddress: string; tokenId: string } | { tokenMintAddress: string }

type Transfer = TransferredToken & {
  chain: string
  from: string
  to: string
  quantity?: number
}

function query(values: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return `?${search}`
}

const seg = encodeURIComponent
const scanPath = (locator: string) => `/app/wallets/${seg(locator)}/scan`

/**
 * The calls of one session, named after what they are about. Each throws `CallError`.
 * @param told what events tell meanwhile, which no answer overwrites
 */
export function createApi(client: Client, told: ToldObjects) {
  const importPath = (id: string) => `/app/imports/${seg(id)}`
  const runPath = (id: string) => `/app/runs/${seg(id)}`
  return {
    client,
    state: () => client.get(appState, '/app/state'),
    treasury: () => client.get(treasuryAddress, '/app/treasury'),
    createProject: (name: string, kind: Project['kind']) =>
      client.get(project, '/app/projects', { method: 'POST', json: { name, kind } }),
    changeProject: (id: string, change: { name: string } | { enterprise: boolean }) =>
      client.get(project, `/app/projects/${seg(id)}`, { method: 'PATCH', json: change }),
    collections: () => client.get(z.array(collectionSummary), '/app/collections'),
    createCollection: (request: CollectionRequest) =>
      client.get(createdCollection, '/api/2022-06-09/collections/', { method: 'POST', json: request }),
    collectionSettings: (id: string) => client.get(collectionDetails, `/app/collections/${seg(id)}/settings`),
    mintPrices: (chain: string) => client.get(mintPrices, `/app/mint-prices${query({ chain })}`),
    patchCollection: (id: string, patch: CollectionPatch) =>
      client.send(`/api/2022-06-09/collections/${seg(id)}`, { method: 'PATCH', json: patch }),
    /** null takes the setting away. */
    writeSetting: (id: string, setting: 'base-uri' | 'transferable' | 'royalties', value: unknown) =>
      client.send(
        `/api/v1-alpha1/minting/collections/${seg(id)}/${setting}`,
        value === null ? { method: 'DELETE' } : { method: 'PUT', json: value },
      ),
    resumeCollection: (id: string) => client.send(`/app/collections/${seg(id)}/resume`, { method: 'POST' }),
    takeOver: (id: string) => client.send(`/app/collections/${seg(id)}/take-over`, { method: 'POST' }),
    locatedNft: (locator: string) => client.get(locatedNft, `/app/nfts/${seg(locator)}`),
    burn: (collectionId: string, id: string) =>
      client.send(`/api/2022-06-09/collections/${seg(collectionId)}/nfts/${seg(id)}`, { method: 'DELETE' }),
    /** Out of a wallet of the project; `to` is a recipient as a mint has it. */
    transfer: (wish: Transfer) => client.send('/api/v1-alpha1/wallets/transfer', { method: 'POST', json: wish }),
    collectionNfts: (id: string, page: number, perPage: number) =>
      client.get(collectionNfts, `/api/2022-06-09/collections/${seg(id)}/nfts${query({ page, perPage })}`),

    templates: (id: string, page: number, perPage: number) =>
      client.get(templates, `/api/2022-06-09/collections/${seg(id)}/templates${query({ page, perPage })}`),

    samples: () => client.get(z.array(sample), '/app/samples'),
    sampleFile: async (name: string) => {
      const answer = await client.send(`/app/samples/${seg(name)}`)
      return new File([await answer.blob()], name, { type: 'text/csv' })
    },

    imports: () => told.imports.list(client.get(z.array(importState), '/app/imports')),
    importOf: (id: string) => told.imports.one(client.get(importState, importPath(id))),
    createImport: (file: File, collectionId: string, signal?: AbortSignal) =>
      told.imports.one(
        client.get(importState, `/app/imports${query({ name: file.name, collectionId })}`, {
          method: 'POST',
          bytes: file,
          signal,
        }),
      ),
    addMedia: (id: string, path: string, file: Blob) =>
      client.send(`${importPath(id)}/media${query({ path })}`, { method: 'PUT', bytes: file }),
    patchImport: (id: string, patch: ImportPatch) =>
      told.imports.one(client.get(importState, importPath(id), { method: 'PATCH', json: patch })),
    importRows: (id: string, rows: RowsQuery) => client.get(importRows, `${importPath(id)}/rows${query({ ...rows })}`),
    editCell: (id: string, row: number, column: string, value: string) =>
      client.get(importRow, `${importPath(id)}/rows/${row}`, { method: 'PATCH', json: { column, value } }),
    fix: (id: string, rule: 'trim' | 'lower-case-address', column?: string) =>
      told.imports.one(
        client.get(importState, `${importPath(id)}/fix`, {
          method: 'POST',
          json: column === undefined ? { rule } : { rule, column },
        }),
      ),

    /** `feeCeiling`: wei per gas; null: none. */
    quote: (importId: string, wish: RunChoices) =>
      client.get(quote, '/app/quotes', { method: 'POST', json: { importId, ...wish } }),
    startRun: (importId: string, skipErrors: boolean, wish: RunChoices, progress: (share: number) => void) =>
      told.runs.one(startRun(client, { importId, skipErrors, ...wish }, { progress })),
    changeRun: (id: string, change: { feeCeiling: string | null }) =>
      told.runs.one(client.get(run, runPath(id), { method: 'PATCH', json: change })),
    runs: () => told.runs.list(client.get(z.array(run), '/app/runs')),
    runOf: (id: string) => told.runs.one(client.get(run, runPath(id))),
    orderRun: (id: string, order: RunOrder) =>
      told.runs.one(client.get(run, `${runPath(id)}/${order}`, { method: 'POST' })),
    runRows: (id: string, rows: RunRowsQuery) => client.get(runRows, `${runPath(id)}/rows${query({ ...rows })}`),
    runTransactions: (id: string) => client.get(runTransactions, `${runPath(id)}/transactions`),

    searchWallets: (text: string) => client.get(walletSearch, `/app/wallets/search${query({ q: text })}`),
    projectWallets: () => client.get(projectWallets, '/app/wallets'),
    /** A page of what a wallet holds, and what that covers. */
    walletNfts: async (locator: string, page: number, perPage: number) => {
      const path = `/api/2022-06-09/wallets/${seg(locator)}/nfts${query({ page, perPage })}`
      const answer = await client.send(path)
      return { nfts: walletNfts.parse(await answer.json()), ...coverageOf(answer.headers) }
    },
    walletScan: (locator: string) => told.scans.one(client.get(walletScan, scanPath(locator))),
    orderScan: (locator: string, order: 'start' | 'pause' | 'cancel') =>
      told.scans.one(
        client.get(walletScan, order === 'pause' ? `${scanPath(locator)}/pause` : scanPath(locator), {
          method: order === 'cancel' ? 'DELETE' : 'POST',
        }),
      ),

    providers: () => client.get(providersState, '/app/providers'),
    setProvider: (scope: string, wish: ProviderWish) =>
      client.get(providersState, `/app/providers/${seg(scope)}`, { method: 'PUT', json: wish }),
    dropProvider: (scope: string) => client.get(providersState, `/app/providers/${seg(scope)}`, { method: 'DELETE' }),
    setGateways: (gateways: string[] | null) =>
      client.get(providersState, '/app/gateways', { method: 'PUT', json: { gateways } }),
    testProvider: (scope: string) => client.get(providerTest, `/app/providers/${seg(scope)}/test`, { method: 'POST' }),

    storage: () => client.get(storageState, '/app/storage'),
    setStorage: (wish: StorageWish) => client.get(storageState, '/app/storage', { method: 'PUT', json: wish }),
    dropStorage: () => client.get(storageState, '/app/storage', { method: 'DELETE' }),
    testStorage: () => client.get(storageTest, '/app/storage/test', { method: 'POST' }),
    rpcs: (chain: string) => client.get(rpcList, `/app/networks/${seg(chain)}/rpcs`),
    setRpcs: (chain: string, rpcs: string[] | null) =>
      client.get(rpcList, `/app/networks/${seg(chain)}/rpcs`, { method: 'PUT', json: { rpcs } }),
    testRpcs: (chain: string, rpcs: string[]) =>
      client.get(z.array(rpcReport), `/app/networks/${seg(chain)}/test`, { method: 'POST', json: { rpcs } }),
    installPrograms: (wish: z.input<typeof programsRequest>) =>
      client.get(programList, '/app/networks/solana/programs', { method: 'POST', json: wish }),
    freeNetwork: (chain: string) => client.send(`/app/networks/${seg(chain)}/free`, { method: 'POST' }),
    startRecovery: (wish: RecoveryWish) => client.get(recoveryState, '/app/recovery', { method: 'POST', json: wish }),
    recovery: () => client.get(recoveryState, '/app/recovery'),
    resetCounts: (chain: string) => client.get(resetCounts, `/app/practice/${seg(chain)}/reset`),
    fundPractice: (chain: string, wish: z.input<typeof fundRequest>) =>
      client.get(funded, `/app/practice/${seg(chain)}/fund`, { method: 'POST', json: wish }),
    resetPractice: (chain: string) => client.send(`/app/practice/${seg(chain)}/reset`, { method: 'POST' }),

    vault: () => client.get(vaultState, '/app/vault'),
    createVault: (passphrase: string, keychain: boolean) =>
      client.get(vaultWords, '/app/vault', { method: 'POST', json: { passphrase, keychain } }),
    vaultWords: (passphrase: string) =>
      client.get(vaultWords, '/app/vault/words', { method: 'POST', json: { passphrase } }),
    confirmBackup: (answers: { place: number; word: string }[]) =>
      client.get(vaultState, '/app/vault/backup', { method: 'POST', json: { answers } }),
    restoreVault: (words: string, passphrase: string, keychain: boolean) =>
      client.get(vaultSignedOut, '/app/vault/restore', { method: 'POST', json: { words, passphrase, keychain } }),
    unlockVault: (by: UnlockRequest) => client.get(vaultState, '/app/vault/unlock', { method: 'POST', json: by }),
    lockVault: () => client.get(vaultState, '/app/vault/lock', { method: 'POST' }),
    changePassphrase: (passphrase: string, next: string) =>
      client.get(vaultSignedOut, '/app/vault/passphrase', { method: 'POST', json: { passphrase, next } }),
    setKeychain: (wish: KeychainRequest) =>
      client.get(vaultState, '/app/vault/keychain', { method: 'PUT', json: wish }),
    description: () => client.get(description, '/openapi.json'),
    webhooks: () => client.get(z.array(webhook), '/app/webhooks'),
    createWebhook: (wish: WebhookRequest) =>
      client.get(createdWebhook, '/app/webhooks', { method: 'POST', json: wish }),
    deleteWebhook: (id: string) => client.send(`/app/webhooks/${seg(id)}`, { method: 'DELETE' }),
    enableWebhook: (id: string) => client.get(webhook, `/app/webhooks/${seg(id)}/enable`, { method: 'POST' }),
    deliveries: (id: string, before: string | null) =>
      client.get(webhookDeliveries, `/app/webhooks/${seg(id)}/deliveries${query({ before: before ?? undefined })}`),
    /** One delivery, or all that were given up. */
    resendDelivery: (id: string, delivery: string | undefined) =>
      client.get(resent, `/app/webhooks/${seg(id)}/resend`, {
        method: 'POST',
        json: delivery === undefined ? {} : { id: delivery },
      }),
    requests: (failed: boolean) =>
      client.get(requestPage, `/app/requests${query({ failed: String(failed), limit: 200 })}`),
    clearRequests: () => client.send('/app/requests', { method: 'DELETE' }),
    audit: (before: string | null) => client.get(auditPage, `/app/audit${query({ before: before ?? undefined })}`),
    origins: () => client.get(allowedOrigins, '/app/origins'),
    signOut: () => client.send('/app/sessions', { method: 'DELETE' }),
    setOrigins: (origins: string[]) => client.get(allowedOrigins, '/app/origins', { method: 'PUT', json: { origins } }),

    keys: () => client.get(z.array(apiKey), '/app/keys'),
    createKey: (name: string, scopes: Scope[], limits: KeyLimits) =>
      client.get(createdKey, '/app/keys', { method: 'POST', json: { name, scopes, ...limits } }),
    changeKey: (id: string, change: KeyPatch) =>
      client.get(apiKey, `/app/keys/${seg(id)}`, { method: 'PATCH', json: change }),
    revokeKey: (id: string) => client.send(`/app/keys/${seg(id)}`, { method: 'DELETE' }),
  }
}
export type Api = ReturnType<typeof createApi>
