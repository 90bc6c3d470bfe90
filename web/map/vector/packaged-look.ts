import {
  CenteredTextSymbolizer,
  CircleSymbolizer,
  GroupSymbolizer,
  LineSymbolizer,
  OffsetTextSymbolizer,
  PolygonSymbolizer,
  TextPlacements,
  type Feature,
  type JsonObject,
  type LabelSymbolizer,
} from 'protomaps-leaflet'
import { isShown, nameSize } from './place-names.ts'
import type { Look } from './vector-map.ts'

/** From this zoom on a city is an area, and its name stands at its middle without a dot. */
const areaZoom = 11

/** How the packaged map is drawn, in the colors and the font of a map's element. */
export function packagedLook(style: CSSStyleDeclaration): Look {
  const color = (name: string) => style.getPropertyValue(`--base-${name}`)
  const text = {
    labelProps: ['name'],
    fill: color('name'),
    stroke: color('land'),
    width: 2,
    lineHeight: 1.4,
    font: (zoom: number, feature?: Feature) =>
      `${zoom >= areaZoom ? 600 : 500} ${nameSize(populationOf(feature?.props), zoom)}px ${style.fontFamily}`,
  }
  const dot = new CircleSymbolizer({ radius: 2, fill: color('name'), stroke: color('land'), width: 1.5 })
  const beside = new OffsetTextSymbolizer({ ...text, offsetX: 5, offsetY: 0, placements: [TextPlacements.E] })
  const places = {
    dataLayer: 'places',
    filter: (zoom: number, { props }: Feature) => isShown(props, zoom),
    sort: (one: JsonObject, other: JsonObject) => populationOf(other) - populationOf(one),
  }
  return {
    backgroundColor: color('water'),
    paintRules: [
      {
        dataLayer: 'land',
        symbolizer: new PolygonSymbolizer({ fill: color('land'), stroke: color('coast'), width: 1 }),
      },
      { dataLayer: 'borders', symbolizer: new LineSymbolizer({ color: color('border'), width: 1, dash: [4, 3] }) },
    ],
    labelRules: [
      {
        dataLayer: 'countries',
        maxzoom: 6,
        filter: (zoom, { props }) => isShown(props, zoom),
        symbolizer: spaced(
          new CenteredTextSymbolizer({
            ...text,
            fill: color('country'),
            textTransform: 'uppercase',
            letterSpacing: 1,
            font: `600 11px ${style.fontFamily}`,
          }),
        ),
      },
      { ...places, maxzoom: areaZoom - 1, symbolizer: spaced(new GroupSymbolizer([dot, beside])) },
      { ...places, minzoom: areaZoom, symbolizer: spaced(new CenteredTextSymbolizer(text)) },
    ],
  }
}

const populationOf = (props: JsonObject | undefined) => Number(props?.population ?? 0)

/** Pixels kept free around a name. */
const space = 6

/** Keeps names apart, so that they are read one by one. */
function spaced(symbolizer: LabelSymbolizer): LabelSymbolizer {
  return {
    place: (layout, geometry, feature) =>
      symbolizer.place(layout, geometry, feature)?.map((label) => ({
        ...label,
        bboxes: label.bboxes.map(({ minX, minY, maxX, maxY }) => ({
          minX: minX - space,
          minY: minY - space,
          maxX: maxX + space,
          maxY: maxY + space,
        })),
      })),
  }
}
