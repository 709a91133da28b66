import { Button, CloseButton, Drawer, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Palette } from '../frame/palette/palette.tsx'
import { PaletteButton } from '../frame/palette/palette-button.tsx'
import { palette } from '../frame/palette/palette-store.ts'
import { Bar } from '../mint/bar/bar.tsx'
import { ProblemGroups } from '../mint/check/problem-groups.tsx'
import { SlotChoice } from '../mint/map/slot-choice.tsx'
import { slots } from '../mint/map/slots.ts'
import { Checklist } from '../ui/checklist/checklist.tsx'
import { NftCard } from '../ui/media/nft-card.tsx'
import { Thumbnail } from '../ui/media/thumbnail.tsx'
import { TraitList } from '../ui/media/trait-list.tsx'
import { Wall } from '../ui/media/wall.tsx'
import { FundAddress } from '../ui/money/fund-address.tsx'
import type { Part } from './parts.tsx'
import { sampleColumns, sampleFile, samplePicture } from './sample-data.ts'

const nothing = () => undefined

/** The parts that work is done with: what a person drops, checks, mints and looks at. */
export const workParts: readonly Part[] = [
  {
    name: 'Bar',
    shows: (
      <div>
        <Bar button={<Button size="md">Mint 190 NFTs on Polygon</Button>}>
          <Text size="sm" fw={600}>
            190 NFTs · Event badges · about 0.0026 POL
          </Text>
          <Text size="sm" className="warn">
            10 rows need you
          </Text>
        </Bar>
      </div>
    ),
  },
  {
    name: 'Slot',
    shows: (
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {slots.map((slot) => (
          <SlotChoice
            key={slot.title}
            slot={slot}
            columns={sampleColumns}
            rows={[['ada@example.com', 'Ada Lovelace', '+44 20 7946 0000']]}
            disabled={false}
            onChoose={nothing}
          />
        ))}
      </SimpleGrid>
    ),
  },
  {
    name: 'Group',
    shows: (
      <ProblemGroups
        file={sampleFile}
        links={{ trial: undefined, again: nothing, busy: false }}
        shown={undefined}
        onShow={nothing}
        onFiles={nothing}
      />
    ),
  },
  {
    name: 'Tile',
    shows: (
      <Group>
        <Thumbnail src={samplePicture(3)} name="Badge 3" size={64} width={40} />
        <Thumbnail src={samplePicture(4)} name="Badge 4" size={320} width={96} />
        <Thumbnail src="" name="Ada Lovelace" size={320} width={96} />
        <Thumbnail src="nowhere" name="Badge 7" size={320} width={96} />
      </Group>
    ),
  },
  {
    name: 'Wall',
    shows: (
      <Wall
        label="Sample pictures"
        total={60}
        at={(place) => ({ src: place % 7 === 6 ? '' : samplePicture(place), name: `Badge ${place}` })}
        onRange={nothing}
        height={184}
      />
    ),
  },
  {
    name: 'Card',
    shows: (
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <NftCard
          name="Event badges"
          image=""
          pictures={[1, 2, 3, 4].map(samplePicture)}
          lines={['Polygon', '9,985 minted']}
        />
        <NftCard
          name="Badge 17"
          image={samplePicture(17)}
          lines={['#17 · 0x9D90…7c20']}
          quantity={3}
          onOpen={nothing}
        />
      </SimpleGrid>
    ),
  },
  {
    name: 'Drawer',
    shows: (
      <Drawer.Root opened onClose={nothing} lockScroll={false} trapFocus={false} withinPortal={false}>
        <div className="panel" style={{ maxWidth: 420 }}>
          <Drawer.Header>
            <Drawer.Title>NFT</Drawer.Title>
            <CloseButton aria-label="Close" />
          </Drawer.Header>
          <Drawer.Body>
            <Stack gap="md">
              <Group wrap="nowrap">
                <Thumbnail src={samplePicture(17)} name="Badge 17" size={320} width={96} />
                <div>
                  <Text fw={600}>Badge 17</Text>
                  <Text size="sm" c="dimmed">
                    Event badges · Polygon
                  </Text>
                </div>
              </Group>
              <TraitList
                traits={[
                  { trait_type: 'Tier', value: 'Speaker', display_type: undefined },
                  { trait_type: 'Day', value: 2, display_type: undefined },
                ]}
              />
              <Group gap="xs">
                <Button variant="default">Transfer</Button>
                <Button variant="default">Burn</Button>
              </Group>
            </Stack>
          </Drawer.Body>
        </div>
      </Drawer.Root>
    ),
  },
  {
    name: 'Palette',
    shows: (
      <Group>
        <PaletteButton />
        <Button variant="subtle" onClick={palette.open}>
          Open it
        </Button>
        <Palette />
      </Group>
    ),
  },
  {
    name: 'Checklist',
    shows: (
      <Checklist
        label="What this project needs"
        items={[
          {
            title: 'Write down the 24 words',
            why: 'All keys are made from them.',
            state: 'done',
            says: 'You showed that you have them on paper.',
          },
          {
            title: 'Fill the fee balance',
            why: 'Networks take a fee for every NFT.',
            state: 'open',
            says: 'There is nothing on Polygon yet.',
            cure: (
              <FundAddress
                address="0x9D90dbDd0E22a079008Feb3bC671023D5D507c20"
                chainLabel="Polygon"
                currency="POL"
                amount="0.0026"
              />
            ),
          },
          {
            title: 'Test the network',
            why: 'Before money is spent.',
            state: 'open',
            says: 'Polygon was not tested yet.',
          },
          {
            title: 'Mint one NFT to yourself',
            why: 'You see what your people will get.',
            state: 'later',
            says: 'It comes when the steps before are done.',
          },
        ]}
      />
    ),
  },
]
