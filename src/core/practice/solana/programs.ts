import { createHash } from 'node:crypto'

/** A program of Metaplex that minting needs, as its authors deployed it on mainnet. */
export interface ProgramPin {
  /** The name of its file, without `.so`. */
  name: string
  id: string
  /** SHA-256 of the file without the zero bytes at its end. */
  hash: string
}

/** The programs a practice network of Solana runs, seen as Bubblegum 1.0.0 and Core 0.10.0. Not ours to bundle: see docs/solana.md. */
export const programPins: readonly ProgramPin[] = [
  {
    name: 'mpl_bubblegum',
    id: 'BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY',
    hash: '986ec3fd78b317426bbfe1f126699c1045b0b5ec6fd9d6da2890980e0307d53d',
  },
  {
    name: 'mpl_core',
    id: 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d',
    hash: 'cf06954a10fcbfe701c86823cb5c54cf760578c68b62aea0406d3afaec7ac6b6',
  },
  {
    name: 'mpl_token_metadata',
    id: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
    hash: '847b794a9e11b49c971898a224575ed405c9fcf6069ab87233ebdeca37f07683',
  },
  {
    name: 'mpl_account_compression',
    id: 'mcmt6YrQEMKw8Mw43FmpRLmf7BqRnFMKmAcbxE3xkAW',
    hash: '6244dfe1fea9348036073562218b41b1064f340f0debc5d3a90e4137f5ce510b',
  },
  {
    name: 'spl_account_compression',
    id: 'cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK',
    hash: 'eb33bd677303ebf636141c457caa24bc3128156bf7cf9d239502efa0e136b0ab',
  },
  {
    name: 'spl_noop',
    id: 'noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV',
    hash: '1bec855d4c66b38f2852d73944bd9b459759745f3864d040927c471444f34818',
  },
  {
    name: 'mpl_noop',
    id: 'mnoopTCrg4p8ry25e4bcWA9XZjbNjMTfgYVGGEdRsf3',
    hash: '0c8d73a2b308e9cc73cefb6f29c5ee1a1992d2697fa2c7f76f5e5196147422c3',
  },
]

/** SHA-256 of a program as in `programPins`: the zero bytes that a deployment adds at the end do not count. */
export function programHash(file: Uint8Array): string {
  let end = file.length
  while (end > 0 && file[end - 1] === 0) end--
  return createHash('sha256').update(file.subarray(0, end)).digest('hex')
}
