/** What `npm run test:live` shows on real networks and services, part by part, and what each needs. */
import { knownNetworks } from '../../src/core/chains/networks.ts'
import type { StorageRequest } from '../../src/shared/api-schemas/storage.ts'
import { aptosJob } from './aptos-job.ts'
import type { Given, PartContext } from './part-context.ts'
import { backupJob, nameJob, storageJob } from './service-jobs.ts'
import { testnetJob } from './testnet-job.ts'

export interface LivePart {
  /** As `--part` takes it. */
  name: string
  shows: string
  /** Variables without which it is skipped. */
  needs: readonly string[]
  /** @throws with a sentence where something is not as it should be */
  run(context: PartContext): Promise<void>
}

const seed = 'MINTDESK_TEST_SEED'
const bucket = [
  'MINTDESK_TEST_BUCKET_ENDPOINT',
  'MINTDESK_TEST_BUCKET_NAME',
  'MINTDESK_TEST_BUCKET_KEY_ID',
  'MINTDESK_TEST_BUCKET_SECRET',
]

const testnet = (chain: string, shows: string): LivePart => ({
  ...{ name: chain, shows, needs: [seed] },
  run: ({ folder, given, say }) =>
    testnetJob({ folder, chain, seed: value(given, seed), rpcs: given.MINTDESK_TEST_RPC?.split(','), say }),
})

const storage = (name: string, needs: readonly string[], request: (given: Given) => StorageRequest): LivePart => ({
  ...{
    name: `storage-${name}`,
    needs,
    shows: 'keeps a new file under the CID that was computed here, and the world finds it',
  },
  run: (context) => storageJob(context, request(context.given)),
})

export const liveParts: readonly LivePart[] = [
  testnet('base-sepolia', 'mints 20 NFTs over a restart, each row once; explorers take the source'),
  testnet('solana-devnet', 'mints 20 NFTs over a restart, each row once'),
  {
    ...{ name: 'aptos-testnet', needs: [seed] },
    shows: 'mints 60 NFTs while answers are lost; an update, a transfer, a burn',
    run: ({ folder, given, say }) =>
      aptosJob({
        ...{ folder, chain: 'aptos-testnet', seed: value(given, seed), say },
        rpc: given.MINTDESK_TEST_RPC?.split(',')[0] ?? knownNetworks().live('aptos-testnet').rpcs[0] ?? '',
      }),
  },
  storage('kubo', ['MINTDESK_TEST_KUBO'], (given) => ({
    ...{ kind: 'kubo', url: value(given, 'MINTDESK_TEST_KUBO') },
    ...(given.MINTDESK_TEST_KUBO_AUTH === undefined ? {} : { auth: given.MINTDESK_TEST_KUBO_AUTH }),
  })),
  storage('filebase', ['MINTDESK_TEST_FILEBASE_TOKEN'], (given) => ({
    ...{ kind: 'filebase', token: value(given, 'MINTDESK_TEST_FILEBASE_TOKEN') },
  })),
  storage('pinata', ['MINTDESK_TEST_PINATA_JWT'], (given) => ({
    ...{ kind: 'pinata', token: value(given, 'MINTDESK_TEST_PINATA_JWT') },
  })),
  storage('s3', [...bucket, 'MINTDESK_TEST_BUCKET_PUBLIC_URL'], (given) => ({
    ...{ kind: 's3', uris: 'https', ...bucketOf(given) },
    ...{ url: value(given, 'MINTDESK_TEST_BUCKET_ENDPOINT'), bucket: value(given, 'MINTDESK_TEST_BUCKET_NAME') },
    publicUrl: value(given, 'MINTDESK_TEST_BUCKET_PUBLIC_URL'),
  })),
  storage('arweave', ['MINTDESK_TEST_ARWEAVE'], () => ({ kind: 'arweave' })),
  {
    ...{ name: 'backup-s3', needs: bucket },
    shows: 'a backup is made, read back and verified for restoring; a second one writes little',
    run: (context) =>
      backupJob(context, `s3://${value(context.given, 'MINTDESK_TEST_BUCKET_NAME')}/mintdesk-test`, {
        ...{ endpoint: value(context.given, 'MINTDESK_TEST_BUCKET_ENDPOINT'), ...bucketOf(context.given) },
      }),
  },
  {
    ...{ name: 'names', needs: ['MINTDESK_TEST_NAME', 'MINTDESK_TEST_NAME_ADDRESS'] },
    shows: 'a name (ENS, SNS, ANS) leads to the address that it is known to have',
    run: (context) =>
      nameJob(context, value(context.given, 'MINTDESK_TEST_NAME'), value(context.given, 'MINTDESK_TEST_NAME_ADDRESS')),
  },
]

/** What is missing of it, in a sentence; null where it can run. */
export function lacking({ needs }: LivePart, given: Given): string | null {
  const missing = needs.filter((name) => !given[name])
  return missing.length === 0 ? null : `Skipped: set ${missing.join(', ')} (docs/unproven.md).`
}

function bucketOf(given: Given) {
  return {
    region: given.MINTDESK_TEST_BUCKET_REGION ?? 'auto',
    accessKeyId: value(given, 'MINTDESK_TEST_BUCKET_KEY_ID'),
    secretAccessKey: value(given, 'MINTDESK_TEST_BUCKET_SECRET'),
  }
}

function value(given: Given, name: string): string {
  const found = given[name]
  if (!found) throw new Error(`${name} is not set.`)
  return found
}
