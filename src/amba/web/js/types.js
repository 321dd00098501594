// The shapes that travel on the wire (docs/wire.md), written once for the type checker.
// This module holds no code: other modules import its typedefs.

/**
 * @typedef {string[]} Action   a verb, then arguments
 *
 * @typedef {object} GridSpec
 * @property {number} columns
 * @property {number} rows
 * @property {number} first_column
 * @property {number} first_row
 * @property {"north" | "south"} even_columns
 * @property {number} hex_km
 *
 * @typedef {object} HexSpec
 * @property {string} id
 * @property {string} terrain
 * @property {[number, number]} [at] column and row, where the name does not say them
 * @property {string} [also]       further features of the hex, separated by blanks
 * @property {number} [elevation]
 * @property {number[]} [corners]  metres: east, then counter-clockwise
 *
 * @typedef {{kind: string, title?: string, hexes: string[]}} LineSpec
 * @typedef {{a: string, b: string, kind: string}} HexsideSpec
 * @typedef {{key: string, title: string, hex: string, kind: string, rank?: number, badge?: string}} PlaceSpec
 * @typedef {{key: string, title: string, hexes: string[]}} AreaSpec
 * @typedef {{text: string, kind: string, hexes: string[]}} LabelSpec
 * @typedef {{id: string, title: string}} BoxSpec
 *
 * @typedef {{title?: string, colour?: string, texture?: string, over?: boolean}} TerrainLook
 * @typedef {{title?: string, colour?: string, width?: number, casing?: string, dash?: string, style?: string}} LineLook
 * @typedef {{title?: string, symbol?: string, colour?: string}} PlaceLook
 * @typedef {{title?: string, fill?: string, ink?: string, accent?: string}} SideLook
 * @typedef {{title?: string, short?: string, shape?: string, colour?: string, veil?: boolean, done?: boolean}} MarkLook   done: who bears it has acted
 * @typedef {{title?: string, symbol?: string, colour?: string}} SignLook
 * @typedef {{fill?: string, ink?: string, accent?: string, symbol?: string, title?: string}} CounterLook
 * @typedef {{title?: string, colour?: string, style?: string}} AreaLook
 *
 * @typedef {object} Look
 * @property {Record<string, TerrainLook>} [terrain]
 * @property {Record<string, LineLook>} [lines]
 * @property {Record<string, LineLook>} [hexsides]
 * @property {Record<string, PlaceLook>} [places]
 * @property {Record<string, SideLook>} [sides]
 * @property {Record<string, MarkLook>} [marks]
 * @property {Record<string, SignLook>} [signs]
 * @property {Record<string, CounterLook>} [counters]
 * @property {Record<string, AreaLook>} [areas]
 * @property {Record<string, CounterLook>} [colours]   another word for counters
 * @property {boolean} [call_by_title]   sentences name counters by their keys: say their titles
 * @property {Record<string, string>} [bands]          named colours of counters' headers
 * @property {Record<string, {track?: string, levels?: [number, string][], also?: string}>} [victory]   by scenario: what so many points are worth
 * @property {Record<string, {says?: string, tones?: Record<string, string>}>} [overlays]   what an overlay shows, and what its tones mean
 * @property {{march?: string[], join?: string[], all?: string[], end?: string[], legs?: string[], way?: string[], facing?: string[], calm?: string[]}} [gestures]   verbs of orders that a whole stack may be given at once; by which somebody joins a fight; that may be given to all who can at once; that only let the game go on; that a unit may be given again and again on its way; by which it sets out, goes on and halts; that end in an hour of the clock to point at; and kinds of questions that are passed where nothing hangs on them
 *
 * @typedef {object} Face
 * @property {string} [left]
 * @property {string} [middle]
 * @property {string} [right]
 * @property {boolean} [reduced]
 * @property {string} [kind] another symbol than its counter's
 * @property {string} [name] another name than its counter's
 * @property {string} [text]
 * @property {string} [top]   of a vehicle or gun: its silhouette as this face
 *
 * @typedef {object} PieceSpec
 * @property {string} key
 * @property {string} title
 * @property {string} side
 * @property {string} kind
 * @property {string} [size]
 * @property {string} [colour]
 * @property {Record<string, string>} [colours]   the colour to use while a side holds it
 * @property {string} [designation]
 * @property {string} [code]
 * @property {string} [band]
 * @property {string} [top]   a vehicle or gun that is drawn as seen from above: its silhouette
 * @property {Face[]} faces
 *
 * @typedef {{key: string, title: string}} SideSpec
 * @typedef {{key: string, title: string, letter: string, needs: "" | "piece" | "hex" | "pair"}} OverlaySpec
 * @typedef {{file: string, source: string, note: string}} SourceNote
 *
 * @typedef {object} Board
 * @property {string} game
 * @property {string} title
 * @property {string} [credit]
 * @property {GridSpec} grid
 * @property {HexSpec[]} hexes
 * @property {LineSpec[]} lines
 * @property {HexsideSpec[]} hexsides
 * @property {PlaceSpec[]} places
 * @property {AreaSpec[]} areas
 * @property {LabelSpec[]} labels
 * @property {BoxSpec[]} boxes
 * @property {Look} look
 * @property {PieceSpec[]} pieces
 * @property {SideSpec[]} sides
 * @property {OverlaySpec[]} overlays
 * @property {SourceNote[]} source_notes
 *
 * @typedef {{at: string | null, face?: number, marks?: string[], side?: string, note?: string, facing?: number, turret?: number}} PieceState   note: what belongs to it just now, in words; facing, turret: hours of a clock that lies on the map
 * @typedef {{key: string, title: string, value: number | string, of?: number | null, text?: string, words?: boolean, levels?: [number, string][]}} Track   words: the text says it all; levels: what so many are worth, where that hangs on the options
 * @typedef {{key: string, title: string, side?: string, rule?: string, now?: boolean}} Step
 * @typedef {{who: string, kind: string, rule?: string, prompt: string}} Decision
 * @typedef {{winner: string | null, level?: string, text: string}} Result
 *
 * @typedef {{at: string, kind: string, side?: string, text?: string, title?: string}} Sign   at: a hex, or a hexside "a/b"
 *
 * @typedef {object} View
 * @property {number} n
 * @property {string | null} side
 * @property {Record<string, PieceState>} pieces
 * @property {Record<string, string[]>} stacks   bottom to top
 * @property {Record<string, number>} [unknown]
 * @property {Record<string, string>} [places]
 * @property {LineSpec[]} [lines]   lines that came into being in play
 * @property {Track[]} [tracks]
 * @property {Step[]} [sequence]
 * @property {string[]} [absent]   pieces that have no part in this scenario
 * @property {Sign[]} [signs]   what lies on hexes and hexsides and is no counter
 * @property {string} [veil]   what lies over the whole map: fog, thick-fog, snow
 * @property {string[]} [party]   pieces that take part in what this seat is putting together
 * @property {Decision | null} decision
 * @property {Result | null} [result]
 *
 * @typedef {{a: Action, label: string, note?: string, idle?: boolean}} Choice   idle: nobody need be stopped for it
 * @typedef {{actions: Choice[], heads: Choice[]}} Menu
 *
 * @typedef {object} LogLine
 * @property {string} text
 * @property {string} [rule]
 * @property {string[]} [hexes]
 * @property {string[]} [pieces]
 * @property {number[]} [dice]
 * @property {boolean} [sum]     the first number is the sum of two dice
 * @property {string} [kind]     what kind of fact: moved, retreated, removed, flipped, rolled, said ...
 * @property {string} [what]     of something said: its name
 * @property {(string | number)[]} [values]   what stands in its gaps
 * @property {string[]} [path]   the way somebody went, where it is longer than one step
 * @property {string} [lost]     "eliminated", "captured" or "step"
 *
 * @typedef {{n: number, by?: string, turn?: string | number, lines: LogLine[], why?: string, fight?: string}} LogEntry   fight: the hex over which dice fell
 *
 * @typedef {[string, string, string?]} Item   label, value, rule
 * @typedef {{ok: boolean, rule?: string, text?: string, items?: Item[], hexes?: string[], rays?: Ray[]}} Why
 * @typedef {{label: string, chance: [number, number], text?: string, dice?: string}} Odd
 *
 * @typedef {object} Preview
 * @property {string} [title]
 * @property {string[]} [path]
 * @property {string} [cost]
 * @property {Item[]} [items]
 * @property {string} [column]
 * @property {Odd[]} [odds]
 * @property {boolean} [sampled]
 * @property {boolean} [rolls]   whether the dice fall at once when it is done
 * @property {[string, string, string][]} [lit]   what of the charts speaks of this case: chart, row, column or none
 * @property {string} [more]    what would make it better
 * @property {string[]} [warnings]
 *
 * @typedef {{from: string, to: string, tone?: string, text?: string, blocked?: string}} Ray   blocked: the hex, or hexside "a/b", that stops it
 *
 * @typedef {object} OverlayAnswer
 * @property {Record<string, {tone?: string, text?: string}>} [hexes]
 * @property {{hexes: string[], tone?: string}[]} [paths]
 * @property {Ray[]} [rays]
 * @property {string[]} [notes]
 *
 * @typedef {{sides: string[], watch?: boolean}} Seat
 * @typedef {{by?: string, text: string, at?: string}} ChatLine
 *
 * @typedef {object} Welcome
 * @property {string} [rematch] the link to another game that waits for this seat
 * @property {string} board_url
 * @property {Seat} seat
 * @property {View} view
 * @property {Menu | null} menu
 * @property {LogEntry[]} log
 * @property {ChatLine[]} [chat]
 * @property {string} [note]
 * @property {Record<string, string | null>} [links]
 * @property {string} [watch]
 * @property {string} [key_hash]
 * @property {Record<string, string>} [invitations]   links to hand out, by side
 * @property {Record<string, string>} [seats]   who sits where: "bot", "taken" or "open"
 * @property {boolean} [host]   whether this seat opened the table
 * @property {import('./table/mixing.js').Dice} [dice]
 * @property {Record<string, string>} [players]
 * @property {Record<string, boolean>} [online]
 * @property {{title: string, blurb?: string}} [about]   the scenario
 * @property {string} [scenario]   its key
 * @property {Record<string, string>} [options]
 * @property {number} [edition]   goes up whenever something is taken back
 * @property {boolean} [hints]   false: nobody may ask what a planner would do
 * @property {boolean} [secrets]   false: neither side may know what the other may not
 * @property {{pace: number, left: number} | null} [clock]   seconds a choice may take, where that was agreed
 *
 * @typedef {{number: string, title: string, gist: string, status: string}} Rule
 * @typedef {{key: string, title: string, source?: string, note?: string, rule?: string, head: string[], rows: string[][]}} Chart
 *
 * @typedef {{key: string, title: string, blurb?: string, sides: SideSpec[], turns?: number | string, decisions?: number | string, difficulty?: string, source?: string, note?: string}} ScenarioCard
 * @typedef {{key: string, title: string, gist?: string, rule?: string, choices: {key: string, title: string}[], default: string}} OptionSpec
 *
 * @typedef {object} GameCard
 * @property {string} key
 * @property {string} title
 * @property {string | number} [year]
 * @property {string} [blurb]
 * @property {string} [picture]
 * @property {ScenarioCard[]} scenarios
 * @property {OptionSpec[]} [options]
 * @property {SourceNote[]} [provenance]
 * @property {string} [guide]
 * @property {{key: string, title: string, says?: string}[]} [levels]   the bots to choose from
 *
 * @typedef {{table: string, links: Record<string, string | null>, watch: string, mine: string[]}} NewTable
 */

export {};
