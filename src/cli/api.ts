/** Every call the command line makes, by name. */
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { actionAnswer } from '../shared/api-schemas/actions.ts'
import { collectionAnswer } from '../shared/api-schemas/collections.ts'
import { alpha, stable } from '../shared/api-schemas/common.ts'
import { type ProviderWish, providersState, providerTest } from '../shared/api-schemas/providers.ts'
import { type StorageWish, storageState, storageTest } from '../shared/api-schemas/storage.ts'
import { transferAnswer } from '../shared/api-schemas/transfers.ts'
import { coverageOf, walletNfts } from '../shared/api-schemas/wallets.ts'
import {
  allowedOrigins,
  apiKey,
  auditPage,
  collectionDetails,
  collectionSummary,
  createdKey,
  createdWebhook,
  finding,
  funded,
  type fundRequest,
  importRows,
  importState,
  type KeyLimits,
  type KeyPatch,
  locatedNft,
  network,
  type Project,
  programList,
  type programsRequest,
  project,
  quote,
  type RecoveryWish,
  recoveryState,
  resent,
  resetCounts,
  rpcList,
  rpcReport,
  run,
  runRows,
  runTransactions,
  type Scope,
  ticketPage,
  vaultState,
  vaultWords,
  type WebhookRequest,
  walletScan,
  walletSearch,
  webhook,
  webhookDeliveries,
} from '../shared/app-api.ts'
import type { Client } from '../shared/http-client.ts'
import { type RunChoices, startRun } from '../shared/start-run.ts'

const seg = encodeURIComponent
const importPath = (id: string): string => `/app/imports/${seg(id)}`
const scanPath = (locator: string): string => `/app/wallets/${seg(locator)}/scan`
const runPath = (id: string): string => `/app/runs/${seg(id)}`

export type Api = ReturnType<typeof createApi>

/** The calls of one connection. Each throws `CallError`, and `AbortError` when its signal says stop. */
export function createApi(client: Client) {
  return {
    projects: () => client.get(z.array(project), '/app/projects'),
    createProject: (name: string, kind: Project['kind']) =>
      client.get(project, '/app/projects', { method: 'POST', json: { name, kind } }),
    changeProject: (id: string, change: { enterprise: boolean } | { name: string }) =>
      client.get(project, `/app/projects/${seg(id)}`, { method: 'PATCH', json: change }),
    networks: (kind?: Project['kind']) =>
      client.get(z.array(network), kind === undefined ? '/app/networks' : `/app/networks?kind=${kind}`),
    setRpcs: (chain: string, rpcs: string[] | null) =>
      client.get(rpcList, `/app/networks/${seg(chain)}/rpcs`, { method: 'PUT', json: { rpcs } }),
    testRpcs: (chain: string, rpcs: string[] | undefined) =>
      client.get(z.array(rpcReport), `/app/networks/${seg(chain)}/test`, {
        method: 'POST',
        json: rpcs === undefined ? {} : { rpcs },
      }),
    installPrograms: (wish: z.input<typeof programsRequest>) =>
      client.get(programList, '/app/networks/solana/programs', { method: 'POST', json: wish }),
    resetCounts: (chain: string) => client.get(resetCounts, `/app/practice/${seg(chain)}/reset`),
    resetPractice: (chain: string) => client.send(`/app/practice/${seg(chain)}/reset`, { method: 'POST' }),
    freeNetwork: (chain: string) => client.send(`/app/networks/${seg(chain)}/free`, { method: 'POST' }),
    fundPractice: (chain: string, wish: z.input<typeof fundRequest>) =>
      client.get(funded, `/app/practice/${seg(chain)}/fund`, { method: 'POST', json: wish }),
    startRecovery: (wish: RecoveryWish) => client.get(recoveryState, '/app/recovery', { method: 'POST', json: wish }),
    recovery: () => client.get(recoveryState, '/app/recovery'),
    collections: () => client.get(z.array(collectionSummary), '/app/collections'),
    resumeCollection: (id: string) => client.send(`/app/collections/${seg(id)}/resume`, { method: 'POST' }),
    takeOver: (id: string) => client.send(`/app/collections/${seg(id)}/take-over`, { method: 'POST' }),
    collectionSettings: (id: string) => client.get(collectionDetails, `/app/collections/${seg(id)}/settings`),
    createCollection: (wish: unknown) =>
      client.get(collectionAnswer, `${stable}/collections`, { method: 'POST', json: wish }),
    putCollection: (id: string, wish: unknown) =>
      client.get(collectionAnswer, `${stable}/collections/${seg(id)}`, { method: 'PUT', json: wish }),
    patchCollection: async (id: string, patch: unknown) =>
      (await client.get(actionAnswer, `${stable}/collections/${seg(id)}`, { method: 'PATCH', json: patch })).actionId,
    /** Writes a setting of the contract; the id of its action. */
    writeSetting: async (id: string, setting: 'base-uri' | 'transferable' | 'royalties', json: unknown) => {
      const path = `${alpha}/minting/collections/${seg(id)}/${setting}`
      const answer = await client.send(path, json === null ? { method: 'DELETE' } : { method: 'PUT', json })
      return answer.headers.get('location')?.split('/').at(-1) ?? ''
    },
    /** Moves an NFT out of a wallet of the project; the id of its action. */
    transfer: async (wish: unknown) =>
      (await client.get(transferAnswer, `${alpha}/wallets/transfer`, { method: 'POST', json: wish })).actionId,
    locatedNft: (locator: string) => client.get(locatedNft, `/app/nfts/${seg(locator)}`),
    /** Burns an NFT of a collection; the id of its action. */
    burn: async (collectionId: string, id: string) =>
      (
        await client.get(actionAnswer, `${stable}/collections/${seg(collectionId)}/nfts/${seg(id)}`, {
          method: 'DELETE',
        })
      ).actionId,
    action: (id: string) => client.get(actionAnswer, `${stable}/actions/${seg(id)}`),
    ticketPage: async () => (await client.get(ticketPage, '/app/pages', { method: 'POST' })).file,
    signOut: () => client.send('/app/sessions', { method: 'DELETE' }),
    ticket: async () => (await client.get(z.object({ ticket: z.string() }), '/app/tickets', { method: 'POST' })).ticket,

    /** Sends a spreadsheet, which is read from the disk while it is sent. */
    createImport: async (file: string, options: { collectionId: string; again: boolean }, signal: AbortSignal) => {
      const query = new URLSearchParams({
        name: basename(file),
        collectionId: options.collectionId,
        again: String(options.again),
      })
      return client.get(importState, `/app/imports?${query}`, {
        method: 'POST',
        bytes: await openAsBlob(file),
        signal,
      })
    },
    importOf: (id: string, signal: AbortSignal) => client.get(importState, importPath(id), { signal }),
    firstRows: (id: string, signal: AbortSignal) => client.get(importRows, `${importPath(id)}/rows`, { signal }),
    addMedia: async (id: string, path: string, file: Blob, signal: AbortSignal) => {
      const address = `${importPath(id)}/media?${new URLSearchParams({ path })}`
      await client.send(address, { method: 'PUT', bytes: file, signal })
    },
    checkAgain: (id: string, signal: AbortSignal) =>
      client.get(importState, importPath(id), { method: 'PATCH', json: {}, signal }),
    dropImport: (id: string) => client.send(importPath(id), { method: 'DELETE' }),
    /** All findings of an import, one by one. */
    async *findings(id: string, signal: AbortSignal) {
      const answer = await client.send(`${importPath(id)}/findings.jsonl`, { signal })
      for await (const line of linesOf(answer)) yield finding.parse(JSON.parse(line))
    },

    /** `feeCeiling`: wei per gas; null: none. */
    quote: (importId: string, wish: RunChoices, signal: AbortSignal) =>
      client.get(quote, '/app/quotes', { method: 'POST', json: { importId, ...wish }, signal }),
    startRun: (importId: string, skipErrors: boolean, wish: RunChoices, progress: (share: number) => void) =>
      startRun(client, { importId, skipErrors, ...wish }, { progress }),
    changeRun: (id: string, change: { feeCeiling: string | null }) =>
      client.get(run, runPath(id), { method: 'PATCH', json: change }),
    runs: () => client.get(z.array(run), '/app/runs'),
    runOf: (id: string) => client.get(run, runPath(id)),
    orderRun: (id: string, order: 'pause' | 'resume' | 'cancel' | 'retry') =>
      client.get(run, `${runPath(id)}/${order}`, { method: 'POST' }),
    runRows: (id: string, state: 'failed', limit: number) =>
      client.get(runRows, `${runPath(id)}/rows?${new URLSearchParams({ state, limit: String(limit) })}`),
    runTransactions: (id: string) => client.get(runTransactions, `${runPath(id)}/transactions`),
    /** The results file, as it comes. */
    results: (id: string) => client.send(`${runPath(id)}/results.csv`),

    searchWallets: (text: string) =>
      client.get(walletSearch, `/app/wallets/search?${new URLSearchParams({ q: text })}`),
    /** A page of what a wallet holds, and what that covers. */
    walletNfts: async (locator: string, page: number, perPage: number) => {
      const query = new URLSearchParams({ page: String(page), perPage: String(perPage) })
      const answer = await client.send(`${stable}/wallets/${seg(locator)}/nfts?${query}`)
      return { nfts: walletNfts.parse(await answer.json()), ...coverageOf(answer.headers) }
    },
    walletScan: (locator: string) => client.get(walletScan, scanPath(locator)),
    startWalletScan: (locator: string) => client.get(walletScan, scanPath(locator), { method: 'POST' }),
    pauseWalletScan: (locator: string) => client.get(walletScan, `${scanPath(locator)}/pause`, { method: 'POST' }),
    dropWalletScan: (locator: string) => client.get(walletScan, scanPath(locator), { method: 'DELETE' }),

    providers: () => client.get(providersState, '/app/providers'),
    setProvider: (scope: string, wish: ProviderWish) =>
      client.get(providersState, `/app/providers/${seg(scope)}`, { method: 'PUT', json: wish }),
    dropProvider: (scope: string) => client.get(providersState, `/app/providers/${seg(scope)}`, { method: 'DELETE' }),
    testProvider: (scope: string) => client.get(providerTest, `/app/providers/${seg(scope)}/test`, { method: 'POST' }),
    setGateways: (gateways: string[] | null) =>
      client.get(providersState, '/app/gateways', { method: 'PUT', json: { gateways } }),

    storage: () => client.get(storageState, '/app/storage'),
    setStorage: (wish: StorageWish) => client.get(storageState, '/app/storage', { method: 'PUT', json: wish }),
    dropStorage: () => client.get(storageState, '/app/storage', { method: 'DELETE' }),
    testStorage: () => client.get(storageTest, '/app/storage/test', { method: 'POST' }),

    audit: (limit: number) => client.get(auditPage, `/app/audit?${new URLSearchParams({ limit: String(limit) })}`),
    origins: () => client.get(allowedOrigins, '/app/origins'),
    setOrigins: (origins: string[]) => client.get(allowedOrigins, '/app/origins', { method: 'PUT', json: { origins } }),
    webhooks: () => client.get(z.array(webhook), '/app/webhooks'),
    createWebhook: (wish: WebhookRequest) =>
      client.get(createdWebhook, '/app/webhooks', { method: 'POST', json: wish }),
    deleteWebhook: (id: string) => client.send(`/app/webhooks/${seg(id)}`, { method: 'DELETE' }),
    enableWebhook: (id: string) => client.get(webhook, `/app/webhooks/${seg(id)}/enable`, { method: 'POST' }),
    webhookDeliveries: (id: string) => client.get(webhookDeliveries, `/app/webhooks/${seg(id)}/deliveries`),
    resendWebhook: (id: string, delivery: string | undefined) =>
      client.get(resent, `/app/webhooks/${seg(id)}/resend`, {
        method: 'POST',
        json: delivery === undefined ? {} : { id: delivery },
      }),

    vault: () => client.get(vaultState, '/app/vault'),
    createVault: (passphrase: string) => client.get(vaultWords, '/app/vault', { method: 'POST', json: { passphrase } }),
    vaultWords: (passphrase: string) =>
      client.get(vaultWords, '/app/vault/words', { method: 'POST', json: { passphrase } }),
    confirmBackup: (answers: { place: number; word: string }[]) =>
      client.get(vaultState, '/app/vault/backup', { method: 'POST', json: { answers } }),
    restoreVault: (words: string, passphrase: string) =>
      client.get(vaultState, '/app/vault/restore', { method: 'POST', json: { words, passphrase } }),
    unlockVault: (passphrase: string) =>
      client.get(vaultState, '/app/vault/unlock', { method: 'POST', json: { passphrase } }),
    lockVault: () => client.get(vaultState, '/app/vault/lock', { method: 'POST' }),
    changePassphrase: (passphrase: string, next: string) =>
      client.get(vaultState, '/app/vault/passphrase', { method: 'POST', json: { passphrase, next } }),

    keys: () => client.get(z.array(apiKey), '/app/keys'),
    createKey: (name: string, scopes: Scope[] | undefined, limits: KeyLimits) =>
      client.get(createdKey, '/app/keys', { method: 'POST', json: { name, ...(scopes ? { scopes } : {}), ...limits } }),
    changeKey: (id: string, change: KeyPatch) =>
      client.get(apiKey, `/app/keys/${seg(id)}`, { method: 'PATCH', json: change }),
    revokeKey: (id: string) => client.send(`/app/keys/${seg(id)}`, { method: 'DELETE' }),
  }
}

async function* linesOf(answer: Response): AsyncGenerator<string> {
  if (answer.body === null) return
  let rest = ''
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}
