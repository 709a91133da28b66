import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CollectionSummary, Import } from '../../../../shared/app-api.ts'
import { collectionFor, type FileChain, fileChainOf, fitsChain } from '../../../../shared/spreadsheet/file-chain.ts'
import { useApi, useAppState, useCollections } from '../../api/context.tsx'
import { chainsFor } from '../../ui/network/offered-chains.ts'
import { firstRows } from '../use-import-rows.ts'

export interface FilePlace {
  /** The chains of the file's addresses; null where it has no addresses. */
  addresses: FileChain | null
  collection: CollectionSummary | undefined
  /** Whether the addresses are of other chains than the collection. */
  strange: boolean
  /** The collection that would fit the file instead. */
  better: CollectionSummary | undefined
  /** A collection that would fit, but into which nothing can be minted now. */
  closed: CollectionSummary | undefined
  /** Whether the project has a chain that fits the addresses, so that a collection can be made for them. */
  hasChain: boolean
}

/** The file's collection, and whether the file's addresses fit its chain. */
export function useFilePlace(file: Import): FilePlace {
  const api = useApi()
  const { data: collections } = useCollections()
  const { data: state } = useAppState()
  const { data } = useQuery({ ...firstRows(api, file.id), enabled: file.columns.length > 0 })
  const rows = data?.rows
  const addresses = useMemo(
    () =>
      fileChainOf(
        file.columns,
        (rows ?? []).map(({ cells }) => cells),
      ),
    [file.columns, rows],
  )
  const collection = collections?.find(({ id }) => id === file.options.collectionId)
  const strange = addresses !== null && collection !== undefined && !fitsChain(addresses, collection.chain)
  const open = collections?.filter(({ unavailable }) => unavailable === null) ?? []
  const better = strange ? collectionFor(addresses, open, file.options.collectionId) : undefined
  const closed =
    strange && better === undefined ? collectionFor(addresses, collections ?? [], file.options.collectionId) : undefined
  const hasChain = chainsFor(addresses, state?.networks ?? []).length > 0
  return { addresses, collection, strange, better, closed, hasChain }
}
