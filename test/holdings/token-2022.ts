/** NFTs as the real program of Token-2022 makes them, which litesvm has within it. */
import { createHash } from 'node:crypto'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import type { SolanaAccount } from '../../src/core/chains/solana/key-pair.ts'
import { compileMessage, signTransaction } from '../../src/core/chains/solana/transactions/message.ts'
import { type MachineAccount, openMachine } from '../../src/core/practice/solana/machine.ts'

const token2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const accountsProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const systemProgram = SystemProgram.programId

export interface Wanted {
  mint: SolanaAccount
  /** Where the mint says that its metadata stands. */
  pointsTo: string
  /** Null: nothing stands in it. */
  metadata: { name: string; uri: string } | null
  /** A mint of `group`, whose authority the payer is; its own address: it is one itself. */
  group?: string
}

const text = (words: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.byteLength(words))
  return Buffer.concat([length, Buffer.from(words)])
}
/** Instructions of the interfaces of metadata and of groups begin with the hash of their names. */
const interfaceTag = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8)

const call = (keys: readonly [PublicKey, ('s' | 'w' | 'sw' | '')?][], ...data: readonly Uint8Array[]) =>
  new TransactionInstruction({
    programId: token2022,
    keys: keys.map(([pubkey, may = '']) => ({ pubkey, isSigner: may.includes('s'), isWritable: may.includes('w') })),
    data: Buffer.concat(data),
  })

/** Mints one unit of each to the holder, with all that is wanted in its account; the accounts as they then stand, by address. */
export function madeWithToken2022(
  payer: SolanaAccount,
  holder: string,
  wanted: readonly Wanted[],
): { accounts: Map<string, MachineAccount>; held: MachineAccount[] } {
  const machine = openMachine([], null)
  const by = new PublicKey(payer.address)
  machine.setAccount(by.toBytes(), {
    ...{ lamports: 10n ** 12n, data: new Uint8Array(), owner: systemProgram.toBytes(), executable: false },
  })
  const run = (instructions: readonly TransactionInstruction[], signers: readonly SolanaAccount[]) => {
    const message = compileMessage(payer.address, instructions, { units: 400_000, price: 0n })
    const { fault, logs } = machine.execute(signTransaction(message, [payer, ...signers]), true)
    if (fault) throw new Error(`${JSON.stringify(fault)}\n${logs.join('\n')}`)
  }
  const accountOf = (address: PublicKey): MachineAccount => {
    const account = machine.account(address.toBytes())
    if (!account) throw new Error(`no account ${address.toBase58()}`)
    return account
  }
  const held: MachineAccount[] = []
  for (const { mint: account, pointsTo, metadata, group } of wanted) {
    const mint = new PublicKey(account.address)
    const [own] = PublicKey.findProgramAddressSync(
      [new PublicKey(holder).toBytes(), token2022.toBytes(), mint.toBytes()],
      accountsProgram,
    )
    const pointers = group === undefined ? 0 : 68
    const space = 166 + 68 + pointers
    run(
      [
        SystemProgram.createAccount({
          ...{ fromPubkey: by, newAccountPubkey: mint, lamports: 10_000_000, space, programId: token2022 },
        }),
        call([[mint, 'w']], Buffer.of(39, 0), by.toBytes(), new PublicKey(pointsTo).toBytes()),
        // A pointer to the group (40), or to what is said of a member of it (41).
        ...(group === undefined
          ? []
          : [call([[mint, 'w']], Buffer.of(group === account.address ? 40 : 41, 0), by.toBytes(), mint.toBytes())]),
        call([[mint, 'w']], Buffer.of(20, 0), by.toBytes(), Buffer.of(0)),
      ],
      [account],
    )
    if (metadata)
      run(
        [
          call(
            [[mint, 'w'], [by], [mint], [by, 's']],
            interfaceTag('spl_token_metadata_interface:initialize_account'),
            ...[text(metadata.name), text('N'), text(metadata.uri)],
          ),
        ],
        [],
      )
    if (group === account.address)
      run(
        [
          call(
            [[mint, 'w'], [mint], [by, 's']],
            interfaceTag('spl_token_group_interface:initialize_token_group'),
            ...[by.toBytes(), Buffer.from([100, 0, 0, 0, 0, 0, 0, 0])],
          ),
        ],
        [],
      )
    else if (group !== undefined)
      run(
        [
          call(
            [[mint, 'w'], [mint], [by, 's'], [new PublicKey(group), 'w'], [by, 's']],
            interfaceTag('spl_token_group_interface:initialize_member'),
          ),
        ],
        [],
      )
    run(
      [
        new TransactionInstruction({
          programId: accountsProgram,
          keys: [
            { pubkey: by, isSigner: true, isWritable: true },
            { pubkey: own, isSigner: false, isWritable: true },
            ...[new PublicKey(holder), mint, systemProgram, token2022].map((pubkey) => ({
              ...{ pubkey, isSigner: false, isWritable: false },
            })),
          ],
          data: Buffer.of(0),
        }),
        call(
          [
            [mint, 'w'],
            [own, 'w'],
            [by, 's'],
          ],
          Buffer.of(7, 1, 0, 0, 0, 0, 0, 0, 0),
        ),
        // Nobody mints another one.
        call(
          [
            [mint, 'w'],
            [by, 's'],
          ],
          Buffer.of(6, 0, 0),
        ),
      ],
      [],
    )
    held.push(accountOf(own))
  }
  return { accounts: new Map(wanted.map(({ mint }) => [mint.address, accountOf(new PublicKey(mint.address))])), held }
}
