import type { CollectionSummary } from '../../../shared/app-api.ts'
import { useMediaBase } from '../api/context.tsx'
import { mediaAddress } from '../ui/media/address.ts'
import { usePicture } from '../ui/media/use-picture.ts'
import classes from './banner.module.css'

/** The wide picture of a collection, as marketplaces show it above its NFTs. */
export function Banner({ collection: { metadata } }: { collection: CollectionSummary }) {
  const address = mediaAddress(useMediaBase(), metadata.bannerUrl)
  return address === null ? null : <BannerPicture key={address} address={address} name={metadata.name} />
}

function BannerPicture({ address, name }: { address: string; name: string }) {
  const { source, missing, onLoad, onError } = usePicture(address)
  // The page is complete without a banner.
  if (missing !== null) return null
  return (
    <div className={classes.banner}>
      {source !== null && (
        <img
          className={classes.picture}
          src={source}
          alt={`Banner of ${name}`}
          draggable={false}
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </div>
  )
}
