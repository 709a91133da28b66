/** A run that touches every path where there is a secret; then everything that was said, answered and written is searched for them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { deriveHardened, userIndices } from '../../src/core/wallets/derive.ts'
import { practiceSeedFileName } from '../../src/core/wallets/seed.ts'
import { vaultFileName } from '../../src/core/wallets/vault-file.ts'
import { stable } from '../../src/shared/api-schemas/common.ts'
import {
  createdKey,
  createdWebhook,
  project,
  scopes,
  session,
  vaultSignedOut,
  vaultWords,
} from '../../src/shared/app-api.ts'
import { stranger } from '../api/foreign.ts'
import { endStrays } from '../faults/end-strays.ts'
import { type Caller, callerOf, root, withFolder } from './trial-core.ts'

const passphrase = 'correct horse battery'
const nextPassphrase = 'another passphrase here'
const wrongPassphrase = 'none of your business'
const kuboToken = 'kubo-token-0123456789'
const rpcKey = 'rpckey0123456789abcdef'
const providerKey = 'alchemy-key-0123456789'
const mine = `${stable}/collections`

/** A secret, and the places where it belongs: files by their beginnings. */
interface Secret {
  name: string
  bytes: Buffer
  files: readonly string[]
}

const startedAs = z.object({ url: z.string(), ticket: z.string() })

async function start(dataDir: string, env: Record<string, string>) {
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(import.meta.dirname, 'secret-core.ts'), dataDir], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, MINTDESK_LOG: 'trace', ...env },
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  await expect.poll(() => said.stdout, { timeout: 120_000 }).toMatch(/\n/)
  const { url, ticket } = startedAs.parse(JSON.parse(said.stdout))
  // What it says to its parent alone.
  said.stdout = ''
  return { child, said, url, ticket }
}

async function crash(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.stdin?.write('crash\n')
  expect((await ended)[0]).not.toBe(0)
}

/** Keeps what a stream of events says, until the core is gone. */
function listen(url: string, token: string, projectId: string, keep: (text: string) => void): void {
  const headers = { authorization: `Bearer ${token}`, 'x-mintdesk-project': projectId }
  const read = async (): Promise<void> => {
    const answer = await fetch(`${url}/app/events`, { headers })
    if (answer.body) for await (const piece of answer.body) keep(Buffer.from(piece).toString())
  }
  void read().catch(() => undefined)
}

/** The keys of a seed: its own bytes, the treasuries and a user of its first projects. */
function keysOf(words: string): Buffer[] {
  const seed = mnemonicToSeedSync(words)
  const { privateKey, chainCode } = HDKey.fromMasterSeed(seed)
  const master = { key: privateKey ?? new Uint8Array(), chainCode: chainCode ?? new Uint8Array() }
  const paths = [0, 1].flatMap((index) => [
    [44, 60],
    [44, 60, index, 0],
    [44, 60, index, 2],
    [44, 60, index, 1, ...userIndices('email', 'ada@example.com')],
  ])
  const derived = paths.map((path) => Buffer.from(deriveHardened(master, path).key))
  const own = [Buffer.from(seed), Buffer.from(mnemonicToEntropy(words, wordlist)), Buffer.from(master.key)]
  return [...own, ...derived, ...[0, 1].flatMap((index) => [[index, 0], solanaUser(index)].map(solanaKey(seed)))]
}

const solanaUser = (index: number) => [index, 1, ...userIndices('email', 'ada@example.com')]

/** SLIP-10 of ed25519. @returns the key at m/44'/501'/path' */
const solanaKey =
  (seed: Uint8Array) =>
  (path: readonly number[]): Buffer => {
    const node = [44, 501, ...path].reduce((parent, index) => {
      const place = Buffer.alloc(4)
      place.writeUInt32BE(0x8000_0000 + index)
      const data = Buffer.concat([Buffer.of(0), parent.subarray(0, 32), place])
      return createHmac('sha512', parent.subarray(32)).update(data).digest()
    }, createHmac('sha512', 'ed25519 seed').update(seed).digest())
    return node.subarray(0, 32)
  }

/** How bytes are usually written: as text of many kinds, as JSON, as the console and the log show them. */
function formsOf(bytes: Buffer): Buffer[] {
  const hex = bytes.toString('hex')
  const texts = [hex, hex.toUpperCase(), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
  const lists = [
    [...bytes].join(','),
    [...bytes].map((byte, at) => `"${at}":${byte}`).join(','),
    // The console shows no more than the beginning of long ones.
    (hex.slice(0, 32).match(/../g) ?? []).join(' '),
  ]
  return [bytes, ...[...texts, ...lists].map((text) => Buffer.from(text))]
}

/** Four words after each other, however they are separated: fewer might be an ordinary sentence. */
function fours(words: string): Buffer[] {
  const list = words.split(' ')
  return [' ', ', ', '","', '\n'].flatMap((between) =>
    list.slice(3).map((_, at) => Buffer.from(list.slice(at, at + 4).join(between))),
  )
}

async function filesIn(folder: string): Promise<[string, Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file): Promise<[string, Buffer]> => [file.slice(folder.length + 1), await readFile(file)]),
  )
}

it('no seed, key, passphrase, token, ticket or secret is in what Mintdesk says, answers, or writes elsewhere than where it belongs', async () => {
  await withFolder(async (home) => {
    const answers: string[] = []
    const { child, said, url, ticket } = await start(home, { MINTDESK_ALCHEMY_KEY: providerKey })
    const keeping =
      (call: Caller): Caller =>
      async (...of) => {
        const answer = await call(...of)
        answers.push([...answer.headers].join('\n'), answer.text)
        return answer
      }
    try {
      const plain = callerOf(url)
      // Answers that show a secret this once are left out: they are what it is for.
      const tickets: string[] = []
      const tokens: string[] = []
      const signIn = async (one: string): Promise<Caller> => {
        const { token } = session.parse((await plain('POST', '/app/session', { ticket: one })).json)
        tickets.push(one)
        tokens.push(token)
        return callerOf(url, { authorization: `Bearer ${token}` })
      }
      const signInAgain = async (answer: Awaited<ReturnType<Caller>>): Promise<Caller> => {
        expect(answer.status).toBe(200)
        return signIn(vaultSignedOut.parse(answer.json).ticket ?? '')
      }
      const owner = readApiFile(home)?.token ?? ''
      let shown = await signIn(ticket)
      const call: Caller = (...of) => keeping(shown)(...of)
      await keeping(plain)('POST', '/app/session', { ticket })
      await keeping(plain)('GET', `/nowhere?ticket=${ticket}&token=${tokens[0]}`)

      // ---- the vault, with every slip there is
      const { words, vault } = vaultWords.parse((await shown('POST', '/app/vault', { passphrase })).json)
      await call('POST', '/app/vault', { passphrase: wrongPassphrase })
      await call('POST', '/app/vault/words', { passphrase: wrongPassphrase })
      await call('POST', '/app/vault/unlock', { passphrase: wrongPassphrase })
      await call('POST', '/app/vault/unlock', { keychain: true })
      await call('PUT', '/app/vault/keychain', { on: true, passphrase })
      await call('POST', '/app/vault/passphrase', { passphrase, next: 'short' })
      await call('POST', '/app/vault', { passphrase: [passphrase], words })
      const right = (vault.asks ?? []).map((place) => ({ place, word: words[place - 1] ?? '' }))
      const slip = words.with(2, 'mintdesk').join(' ')
      await call('POST', '/app/vault/backup', { answers: right.map(({ place }) => ({ place, word: 'nonsense' })) })
      await call('POST', '/app/vault/restore', { words: slip, passphrase })
      await call('POST', '/app/vault/restore', { words: words.toReversed().join(' '), passphrase })
      expect((await call('POST', '/app/vault/backup', { answers: right })).status).toBe(200)
      shown = await signInAgain(await shown('POST', '/app/vault/passphrase', { passphrase, next: nextPassphrase }))
      await call('POST', '/app/vault/lock')
      shown = await signInAgain(await shown('POST', '/app/vault/restore', { words: words.join(' '), passphrase }))
      const token = tokens.at(-1) ?? ''

      // ---- a live project whose network is not there
      const live = project.parse((await call('POST', '/app/projects', { name: 'Shop', kind: 'live' })).json)
      const inLive = { 'x-mintdesk-project': live.id }
      listen(url, token, live.id, (text) => answers.push(text))
      const liveKey = createdKey.parse((await shown('POST', '/app/keys', { name: 'till' }, inLive)).json).key
      const rpcs = [`http://127.0.0.1:9/v2/${rpcKey}`]
      await call('PUT', '/app/networks/base-sepolia/rpcs', { rpcs })
      await call('POST', '/app/networks/base-sepolia/test', { rpcs })
      await call('GET', '/app/networks/base-sepolia/rpcs')
      const auth = `bearer:${kuboToken}`
      await call('PUT', '/app/storage', { kind: 'kubo', url: 'http://127.0.0.1:9', auth })
      await call('PUT', '/app/storage', { kind: 'pinata', url: 'http://127.0.0.1:9', token: kuboToken })
      const bucket = {
        bucket: 'nfts',
        region: 'auto',
        accessKeyId: 'AKID',
        publicUrl: 'http://127.0.0.1:9',
        uris: 'https',
      }
      await call('PUT', '/app/storage', {
        kind: 's3',
        url: 'http://127.0.0.1:9',
        ...bucket,
        secretAccessKey: kuboToken,
      })
      const till = keeping(callerOf(url, { 'x-api-key': liveKey }))
      const metadata = { name: 'Live', description: '', imageUrl: 'https://example.com/a.png' }
      await till('PUT', `${mine}/shop`, { chain: 'base-sepolia', metadata, reuploadLinkedFiles: false })
      const hosted = { recipient: 'email:ada@example.com:base-sepolia', metadata: 'https://example.com/1.json' }
      expect((await till('POST', `${mine}/shop/nfts`, hosted)).status).toBe(200)
      const solana = await till('POST', '/api/v1-alpha1/wallets', { email: 'ada@example.com', chain: 'solana' })
      const solanaSecret = solanaKey(mnemonicToSeedSync(words.join(' ')))(solanaUser(1))
      expect(solana.json).toMatchObject({ publicKey: base58.encode(ed25519.getPublicKey(solanaSecret)) })
      await expect.poll(() => said.stderr, { timeout: 120_000 }).toContain('did not get through')
      await call('POST', '/app/vault/lock')
      await till('POST', `${mine}/shop/nfts`, hosted)
      await till('POST', '/api/v1-alpha1/wallets', { email: 'ada@example.com', chain: 'base-sepolia' })

      // ---- a practice project that mints, and tells a webhook
      const heard: string[] = []
      const target = createServer((request, response) => {
        heard.push(request.rawHeaders.join('\n'))
        request.setEncoding('utf8').on('data', (text) => heard.push(text))
        response.end()
      }).listen(0, '127.0.0.1')
      await once(target, 'listening')
      const address = target.address()
      const port = typeof address === 'object' ? address?.port : 0
      const hook = createdWebhook.parse(
        (await shown('POST', '/app/webhooks', { url: `http://127.0.0.1:${port}/` })).json,
      )
      const every = { name: 'till', scopes: [...scopes] }
      const { key } = createdKey.parse((await shown('POST', '/app/keys', every)).json)
      const [first] = project.array().parse((await call('GET', '/app/projects')).json)
      listen(url, token, first?.id ?? '', (text) => answers.push(text))
      const program = keeping(callerOf(url, { 'x-api-key': key }))
      const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
      const mint = { recipient: 'email:ada@example.com:polygon', metadata: { name: 'a', image } }
      const nfts = `${mine}/default-polygon/nfts`
      for (const id of ['one', 'two', 'three']) await program('PUT', `${nfts}/${id}`, mint)
      const ended = (path: string, word: string) =>
        expect.poll(async () => (await program('GET', path)).text, { timeout: 60_000 }).toContain(word)
      for (const id of ['one', 'two', 'three']) await ended(`${nfts}/${id}`, '"success"')

      // ---- her wallet signs: what the treasury sends for her, and what she sends herself
      await call('PATCH', `/app/projects/${first?.id}`, { enterprise: true })
      const theirs = await stranger(() => call)
      const pictures = await theirs.deploy('Foreign721')
      const hers = await program('POST', '/api/v1-alpha1/wallets', { email: 'ada@example.com', chain: 'polygon' })
      await pictures.write('mint', hers.json.publicKey, 1n, 'https://example.com/1')
      const { onChain } = z
        .object({ onChain: z.object({ contractAddress: z.string(), tokenId: z.string() }) })
        .parse((await program('GET', `${nfts}/one`)).json)
      const from = { chain: 'polygon', from: 'email:ada@example.com', to: theirs.address }
      const acts = [
        await program('POST', '/api/v1-alpha1/wallets/transfer', { ...from, ...onChain }),
        await program('POST', '/api/v1-alpha1/wallets/transfer', {
          ...from,
          contractAddress: pictures.address,
          tokenId: '1',
        }),
        await program('PATCH', `${nfts}/two`, { metadata: { name: 'b', image } }),
        await program('DELETE', `${nfts}/three`),
      ]
      for (const act of acts) await ended(`${stable}/actions/${act.json.actionId}`, '"succeeded"')
      expect((await program('GET', `${stable}/wallets/polygon:${theirs.address}/nfts`)).text).toContain(
        pictures.address,
      )
      await expect.poll(() => heard.join('\n'), { timeout: 60_000 }).toContain('svix-signature')
      target.close()
      for (const bad of [`${key}x`, `${key.slice(0, -1)}1`, liveKey.replace('live', 'practice')])
        await keeping(callerOf(url, { 'x-api-key': bad }))('GET', `${mine}/`)
      await keeping(callerOf(url, { authorization: `Bearer ${token}x` }))('GET', '/app/state')
      for (const path of [
        'state',
        'keys',
        'webhooks',
        'requests',
        'audit',
        'vault',
        'storage',
        'networks',
        'treasury',
        'providers',
      ])
        await call('GET', `/app/${path}`)
      for (const path of ['/health', '/openapi.json', '/docs']) await call('GET', path)
      await crash(child)
      expect(said.stderr).toContain('a crash on purpose')

      // ---- once more, with a wrong passphrase in the environment, and with the seed there
      const again = await start(home, { MINTDESK_PASSPHRASE: wrongPassphrase })
      await expect.poll(() => again.said.stderr).toContain('the vault was not opened')
      await crash(again.child)
      const open = await start(home, { MINTDESK_LIVE_SEED: words.join(' '), MINTDESK_PASSPHRASE: passphrase })
      await crash(open.child)

      const practiceFile = await readFile(join(home, practiceSeedFileName), 'utf8')
      const practice = z.object({ mnemonic: z.string() }).parse(JSON.parse(practiceFile)).mnemonic
      const text = (name: string, secret: string, ...files: string[]): Secret => ({
        name,
        bytes: Buffer.from(secret),
        files,
      })
      const database = 'mintdesk.db'
      const secrets: Secret[] = [
        ...[passphrase, nextPassphrase, wrongPassphrase].map((one) => text('a passphrase', one)),
        text('an API key', key),
        text('a live API key', liveKey),
        ...tokens.map((one) => text('a session', one)),
        text('the owner’s token', owner, 'api.json'),
        ...tickets.map((one) => text('a ticket', one)),
        // What is needed to sign and to call lies in the database, which is for this user alone.
        text('a webhook’s secret', hook.secret, database),
        text('an RPC’s key', rpcKey, database),
        text('the storage’s token', kuboToken, database),
        text('a provider’s key', providerKey),
        ...fours(words.join(' ')).map((bytes) => ({ name: 'the live words', bytes, files: [] })),
        ...fours(practice).map((bytes) => ({ name: 'the practice words', bytes, files: [practiceSeedFileName] })),
        ...[...keysOf(words.join(' ')), ...keysOf(practice)]
          .flatMap(formsOf)
          .map((bytes) => ({ name: 'a private key', bytes, files: [] })),
      ]
      const files = await filesIn(home)
      expect(files.map(([name]) => name)).toContain(vaultFileName)
      const processes = [said, again.said, open.said]
      const places: [string, Buffer][] = [
        ['stdout', Buffer.from(processes.map(({ stdout }) => stdout).join())],
        ['stderr', Buffer.from(processes.map(({ stderr }) => stderr).join())],
        ['answers and events', Buffer.from(answers.join('\n'))],
        ['a webhook', Buffer.from(heard.join('\n'))],
        ...files,
      ]
      // The search finds what is there.
      expect(places.some(([name, bytes]) => name.startsWith(database) && bytes.includes(hook.secret))).toBe(true)
      const found = secrets.flatMap(({ name, bytes, files: belongs }) =>
        places.flatMap(([place, content]) =>
          content.includes(bytes) && !belongs.some((file) => place.startsWith(file)) ? [`${name} in ${place}`] : [],
        ),
      )
      expect(found).toEqual([])
    } finally {
      child.kill('SIGKILL')
      await endStrays(home)
    }
  })
})
