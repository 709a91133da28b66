import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NoThumbnail, noThumbnail } from '../../../../shared/app-api/media.ts'
import { useConnection } from '../../api/context.tsx'
import { isOfCore } from './address.ts'

export interface PictureState {
  /** What an `<img>` loads; null where there is nothing to load now. */
  source: string | null
  shown: boolean
  missing: NoThumbnail | null
  onLoad(): void
  onError(): void
}

const unknown: NoThumbnail = { kind: 'unavailable', message: 'This picture cannot be loaded.' }
/** How often what is on its way is asked for again. */
const againAfter = 2_500

/**
 * Loads a small picture, and learns why there is none. Nothing is loaded while another program may be in the core's place: the request would
 * bear the cookie.
 * @param address as `thumbnailAddress` says; another address begins anew, by the component's key
 */
export function usePicture(address: string | null): PictureState {
  const connected = useConnection() === 'up'
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const ofCore = address !== null && isOfCore(address)
  const { data: missing } = useQuery({
    queryKey: ['no-picture', address],
    enabled: state === 'failed' && ofCore && connected,
    staleTime: 60_000,
    retry: false,
    queryFn: async () => {
      const why = await whyNoPicture(address ?? '')
      // It has come meanwhile.
      if (why === null) setState('loading')
      return why
    },
    refetchInterval: ({ state: { data } }) => (data?.kind === 'waiting' ? againAfter : false),
  })
  const waits = ofCore && !connected && state !== 'shown'
  return {
    source: waits || state === 'failed' ? null : address,
    shown: state === 'shown',
    missing: state !== 'failed' ? null : ofCore ? (missing ?? null) : unknown,
    onLoad: () => setState('shown'),
    onError: () => setState('failed'),
  }
}

/** What lies at a thumbnail's address in place of a picture; null: a picture does. */
export async function whyNoPicture(address: string): Promise<NoThumbnail | null> {
  const answer = await fetch(address)
  if (answer.headers.get('content-type')?.startsWith('image/')) return null
  return noThumbnail.catch(unknown).parse(await answer.json().catch(() => null))
}
