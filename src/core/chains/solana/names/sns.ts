import { setImmediate } from 'node:timers/promises'
import { PublicKey } from '@solana/web3.js'
import { normalize } from 'viem/ens'
import { type NameAnswer, type NamesClient, resolveEach, unknownName } from '../../family/names.ts'
import { quietly } from '../quietly.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { NamesConnection } from './connection.ts'
import { solMovesAtSlot, srsOwner } from './srs.ts'

export interface SnsOptions {
  /** Of mainnet: names are there, whichever cluster Mintdesk mints on. */
  rpc(): Promise<SolanaRpc>
  /** ms; decides whether a name has expired. */
  clock(): number
}

/**
 * Names of the Solana Name Service: `name.sns`, `sub.name.sns`, and the same with `.sol`. Names with `.sol` move to a registry of their own; from
 * then on a name counts only if both registries name the same wallet, SNS's rule for the move (`safeResolve` of its SDK 4).
 */
export function snsNames({ rpc, clock }: SnsOptions): NamesClient {
  return {
    async resolve(names) {
      const { resolve, SNSError } = await quietly(() => import('@bonfida/spl-name-service'))
      const connection = new NamesConnection(rpc)
      const turn = turns()

      async function ask(input: string): Promise<NameAnswer> {
        const parts = nameParts(input)
        if ('why' in parts) return { kind: 'none', why: parts.why }
        const { name, label, ending } = parts
        // Each name takes some milliseconds of hashing: the event loop gets a turn between names.
        await turn()
        try {
          // The library strips only the ending `.sol`.
          const address = (await resolve(connection, `${label}.sol`)).toBase58()
          if (ending === 'sol' && connection.slot >= solMovesAtSlot) {
            const moved = await srsOwner(connection, label, clock())
            if (moved !== address) return { kind: 'none', why: hasMoved(name, address, moved) }
          }
          if (!PublicKey.isOnCurve(address)) return { kind: 'none', why: ofProgram(name) }
          return { kind: 'address', address, remarks: remarksOf(name, input) }
        } catch (error) {
          if (error instanceof SNSError) return { kind: 'none', why: faultOf(name, error.type) }
          return unknownName(error)
        }
      }
      return resolveEach(names, (name) => connection.during(() => ask(name)))
    },
  }
}

function remarksOf(name: string, input: string): string[] {
  const remarks = name === input.trim().toLowerCase() ? [] : [`It is read as ${name}.`]
  if (/[^\x20-\x7e]/.test(name))
    remarks.push(`${name} has characters that are not on every keyboard, and others may look like them.`)
  return remarks
}

const orAddress = 'check how it is written, or write the address.'

/** @param moved the wallet in the new registry; null: none */
function hasMoved(name: string, address: string, moved: string | null): string {
  const said = moved === null ? 'names no wallet there' : `is ${moved} there, and ${address} here`
  return `Names with .sol move from SNS to another registry (SRS), and ${name} ${said}: write the address.`
}

function ofProgram(name: string): string {
  return `${name} leads to a program’s account (it is for sale, or several people share it), not to a wallet: write the address.`
}

/** @param type the type of the library's error */
function faultOf(name: string, type: string): string {
  switch (type) {
    case 'DomainDoesNotExist':
      return `${name} is nobody’s name: ${orAddress}`
    case 'PdaOwnerNotAllowed':
      return ofProgram(name)
    case 'CouldNotFindNftOwner':
      return `${name} is wrapped in an NFT, and nobody can be found to hold that: write the address.`
    case 'WrongValidation':
    case 'InvalidRoA':
      return `${name} points to an address whose holder did not confirm it: write the address.`
    default:
      return `What SNS has of ${name} cannot be read (${type}): write the address.`
  }
}

/**
 * A name in its normal form. SNS's registry takes any characters. A name that ENS would refuse or normalise (ENSIP-15: invisible characters,
 * letters of several scripts) is refused here, because an attacker may own a name that looks the same.
 * @returns `label`: what comes before the ending
 */
export function nameParts(input: string): { name: string; label: string; ending: 'sol' | 'sns' } | { why: string } {
  const name = input.trim().normalize('NFC').toLowerCase()
  const [, label = '', ending] = /^(.+)\.(sol|sns)$/u.exec(name) ?? []
  const parts = label.split('.')
  if ((ending !== 'sol' && ending !== 'sns') || parts.length > 2 || parts.includes('') || !isPlain(label))
    return {
      why: `${JSON.stringify(input.slice(0, 60))} is no name of SNS that can be told from others like it (name.sol, or sub.name.sol): write it anew by hand, or write the address.`,
    }
  return { name, label, ending }
}

/** Why a text is no name of SNS; null where it may be one. */
export function snsFault(input: string): string | null {
  const parts = nameParts(input)
  return 'why' in parts ? parts.why : null
}

function isPlain(label: string): boolean {
  // ENS allows underscores only at the beginning, SNS anywhere.
  const bare = label.replaceAll('_', '')
  try {
    return normalize(bare) === bare
  } catch {
    return false
  }
}

/** Gives each caller a turn of the event loop of its own. */
function turns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
