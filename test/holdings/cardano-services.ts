/** Koios and Blockfrost on this machine, in the shapes that their own descriptions give (koios-artifacts, blockfrost/openapi), with their limits. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A native asset as both services know it. */
export interface ServedAsset {
  unit: string
  supply?: unknown
  /** Koios: what stood in the minting transaction, by label. */
  minted?: unknown
  /** Koios: the datum of the reference token. */
  datum?: unknown
  /** Blockfrost: what it made of either. */
  fields?: unknown
  registry?: unknown
}

export interface ServedRequest {
  method: string
  path: string
  bytes: number
  body: unknown
  key: string | undefined
  at: number
}

interface Served {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

export interface CardanoServices {
  koios: string
  blockfrost: string
  assets: Map<string, ServedAsset>
  /** By address, payment or stake. */
  holds: Map<string, { unit: string; quantity: unknown }[]>
  requests: ServedRequest[]
  /** 764824073 is mainnet's; null: it does not say. */
  magic: number | null
  /** In place of an answer where it gives one; `'hang'`: none ever. */
  fault:
    | ((request: ServedRequest) => { status: number; headers?: Record<string, string>; body?: unknown } | 'hang' | null)
    | null
  close(): Promise<void>
}

export const servedKey = 'mainnetAbCdEf0123456789AbCdEf0123456789'

const rowsOfKoios = 1_000
const bytesOfKoios = 1_024

export async function openCardanoServices(): Promise<CardanoServices> {
  const server = createServer((request, response) => void answered(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const services: CardanoServices = {
    ...{ koios: `${origin}/api/v1`, blockfrost: `${origin}/api/v0`, magic: 764_824_073, fault: null },
    ...{ assets: new Map(), holds: new Map(), requests: [] },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    const { method = '', url = '' } = request
    const key = request.headers.project_id
    const asked: ServedRequest = {
      ...{ method, path: url, bytes: bytes.length, key: Array.isArray(key) ? key[0] : key, at: performance.now() },
      body: bytes.length === 0 ? undefined : JSON.parse(bytes.toString()),
    }
    services.requests.push(asked)
    const fault = services.fault?.(asked) ?? null
    if (fault === 'hang') return
    const { status, headers = {}, body = {} } = fault ?? (url.startsWith('/api/v1/') ? koios(asked) : blockfrost(asked))
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  function koios({ path, bytes, body, method }: ServedRequest): Served {
    const url = new URL(path, origin)
    if (bytes > bytesOfKoios) return { status: 413, body: { message: 'Payload Too Large' } }
    const call = `${method} ${url.pathname.slice('/api/v1/'.length)}`
    const told = Object(body)
    switch (call) {
      case 'GET genesis':
        if (services.magic === null) return { status: 404 }
        return {
          status: 200,
          body: [{ networkmagic: String(services.magic), networkid: 'Mainnet', epochlength: '432000' }],
        }
      case 'POST address_assets':
        return page(url, told._addresses, 'address')
      case 'POST account_assets':
        return page(url, told._stake_addresses, 'stake_address')
      case 'POST asset_info':
        return { status: 200, body: told._asset_list.flatMap(([policy, name]: string[]) => infoOf(`${policy}${name}`)) }
      default:
        return { status: 404, body: { message: 'not found' } }
    }
  }

  function page(url: URL, addresses: string[], named: string) {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const limit = Math.min(rowsOfKoios, Number(url.searchParams.get('limit') ?? rowsOfKoios))
    const rows = addresses.flatMap((address) =>
      (services.holds.get(address) ?? []).map(({ unit, quantity }) => ({
        ...{ [named]: address, policy_id: unit.slice(0, 56), asset_name: unit.slice(56) },
        ...{ fingerprint: 'asset1ua6pz3yd5mdka946z8jw2fld3f8d0mmxt75gv9', decimals: 0, quantity },
      })),
    )
    return { status: 200, body: rows.slice(offset, offset + limit) }
  }

  function infoOf(unit: string): object[] {
    const asset = services.assets.get(unit)
    if (!asset) return []
    return [
      {
        ...{ policy_id: unit.slice(0, 56), asset_name: unit.slice(56), asset_name_ascii: '' },
        ...{ fingerprint: 'asset1ua6pz3yd5mdka946z8jw2fld3f8d0mmxt75gv9', minting_tx_hash: 'cb07'.padEnd(64, '0') },
        ...{ total_supply: asset.supply ?? '1', mint_cnt: 1, burn_cnt: 0, creation_time: 1_506_635_091 },
        ...{ minting_tx_metadata: asset.minted ?? null, token_registry_metadata: asset.registry ?? null },
        cip68_metadata: asset.datum === undefined ? null : { 222: asset.datum },
      },
    ]
  }

  function blockfrost({ path, key }: ServedRequest): Served {
    const refused = (status: number, error: string, message: string) => ({
      status,
      body: { status_code: status, error, message },
    })
    if (key !== servedKey) return refused(403, 'Forbidden', 'Invalid project token.')
    const url = new URL(path, origin)
    const [kind, of = '', what = ''] = url.pathname.slice('/api/v0/'.length).split('/')
    const [at, count] = ['page', 'count'].map((name) => Number(url.searchParams.get(name)))
    const paged = (rows: object[]) => ({
      status: 200,
      body: rows.slice(((at ?? 1) - 1) * (count ?? 100), (at ?? 1) * (count ?? 100)),
    })
    if (kind === 'genesis') return { status: 200, body: { network_magic: services.magic, epoch_length: 432_000 } }
    if (kind === 'assets') {
      const asset = services.assets.get(of)
      if (!asset) return refused(404, 'Not Found', 'The requested component has not been found.')
      return {
        status: 200,
        body: {
          ...{
            asset: of,
            policy_id: of.slice(0, 56),
            asset_name: of.slice(56),
            fingerprint: 'asset1',
            mint_or_burn_count: 1,
          },
          ...{ quantity: asset.supply ?? '1', initial_mint_tx_hash: '6804'.padEnd(64, '0') },
          ...{ onchain_metadata: asset.fields ?? null, onchain_metadata_standard: null, onchain_metadata_extra: null },
          metadata: asset.registry ?? null,
        },
      }
    }
    const held = services.holds.get(of)
    if (!held) return refused(404, 'Not Found', 'The requested component has not been found.')
    if (kind === 'accounts' && what === 'addresses') return paged(held)
    if (kind !== 'addresses' || what !== 'utxos') return refused(400, 'Bad Request', 'Invalid path.')
    // Three assets an output, and what is fungible in two of them.
    const outputs = []
    for (let n = 0; n < held.length; n += 3)
      outputs.push({
        ...{
          address: of,
          tx_hash: String(n).padStart(64, '0'),
          tx_index: 0,
          output_index: 0,
          block: '7eb8'.padEnd(64, '0'),
        },
        ...{ data_hash: null, inline_datum: null, reference_script_hash: null },
        amount: [{ unit: 'lovelace', quantity: '42000000' }, ...held.slice(n, n + 3)],
      })
    return paged(outputs)
  }
  return services
}

/** An asset's name under a CIP-67 label, in hex. */
export const labelled = (label: '000643b0' | '000de140' | '0014df10' | '001bc280', name: string): string =>
  `${label}${Buffer.from(name).toString('hex')}`

/** What a wallet holds beside NFTs is in these, too. */
export function hold(
  services: CardanoServices,
  address: string,
  assets: readonly ServedAsset[],
  quantity: unknown = '1',
): void {
  for (const asset of assets) services.assets.set(asset.unit, asset)
  const before = services.holds.get(address) ?? []
  services.holds.set(address, [...before, ...assets.map(({ unit }) => ({ unit, quantity }))])
}
