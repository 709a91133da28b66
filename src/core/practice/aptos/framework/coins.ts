import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { type Context, type FrameworkFunction, reader } from '../execution/context.ts'
import { type AbortReason, abort, machineFailure, notSimulated } from '../execution/failures.ts'
import { isStruct, typeText } from '../move-types.ts'
import { aptStoreOf, shortAddress } from '../state/addresses.ts'

export const aptType = '0x1::aptos_coin::AptosCoin'

const insufficient: AbortReason = {
  ...{ category: 'invalidArgument', name: 'EINSUFFICIENT_BALANCE', code: 4 },
  description: 'Insufficient balance to withdraw or transfer.',
}
const accountExists: AbortReason = {
  ...{ category: 'alreadyExists', name: 'EACCOUNT_ALREADY_EXISTS', code: 1 },
  description: 'Account already exists',
}
const mismatch: AbortReason = {
  ...{ category: 'invalidArgument', name: 'EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH', code: 5 },
  description: "The lengths of the recipients and amounts lists don't match.",
}

/** Moves APT from one account's store to another's, which is created if needed. @throws MoveFailure */
function transfer({ state, emit }: Context, from: string, to: string, octas: bigint): void {
  const has = state.balances.get(from) ?? 0n
  if (has < octas) throw abort('0x1::fungible_asset', insufficient)
  const move = (type: string, owner: string, balance: bigint) => {
    state.balances.set(owner, balance)
    emit(`0x1::fungible_asset::${type}`, {
      ...{ amount: octas.toString(), store: shortAddress(aptStoreOf(owner)), store_owner: shortAddress(owner) },
    })
  }
  move('Withdraw', from, has - octas)
  move('Deposit', to, (state.balances.get(to) ?? 0n) + octas)
}

/** APT is the only coin of a practice network. */
function assertApt([type]: readonly TypeTag[]): void {
  if (type === undefined) throw machineFailure('NUMBER_OF_TYPE_ARGUMENTS_MISMATCH')
  if (!isStruct(type, aptType)) throw notSimulated(`it has no coin but ${aptType}, and so no ${typeText(type)}`)
}

const toOne = (types: 0 | 1): FrameworkFunction => ({
  ...{ entry: true, public: true, signers: 1, types, values: 2 },
  run(context, call) {
    if (types === 1) assertApt(call.types)
    const take = reader(call.values)
    transfer(context, call.signer, take.address(), take.u64())
    return []
  },
})

const toMany = (types: 0 | 1): FrameworkFunction => ({
  ...{ entry: true, public: true, signers: 1, types, values: 2 },
  run(context, call) {
    if (types === 1) assertApt(call.types)
    const take = reader(call.values)
    const [recipients, amounts] = [take.addresses(), take.u64s()]
    if (recipients.length !== amounts.length) throw abort('0x1::aptos_account', mismatch)
    recipients.forEach((to, place) => {
      transfer(context, call.signer, to, amounts[place] ?? 0n)
    })
    return []
  },
})

export const coinFunctions: Record<string, FrameworkFunction> = {
  '0x1::aptos_account::transfer': toOne(0),
  '0x1::aptos_account::transfer_coins': toOne(1),
  '0x1::aptos_account::batch_transfer': toMany(0),
  '0x1::aptos_account::batch_transfer_coins': toMany(1),
  '0x1::coin::transfer': toOne(1),
  '0x1::aptos_account::create_account': {
    ...{ entry: true, public: true, signers: 0, types: 0, values: 1 },
    run({ state }, { values }) {
      const address = reader(values).address()
      if (state.accounts.get(address)) throw abort('0x1::account', accountExists)
      state.accounts.set(address, { sequence: 0n, key: address })
      return []
    },
  },
}
