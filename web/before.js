// As before: the answers that were given to the same question last time.

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Bundle} Bundle */

/** What a question is known by: its stage and whose turn it is. @param {View} view */
export function questionOf(view) {
  const now = view.turn.phases.find((p) => p.state === "now");
  return [view.prompt?.stages.at(-1), view.prompt?.decider, now?.side].join("/");
}

/** A bundle is known by its words, not by how many it holds. @param {string} text */
const kindOf = (text) => `bundle ${text.replace(/\d+/g, "")}`;

/** Remembers answers. */
export class Answers {
  constructor() {
    /** @type {Map<string, string[]>} */
    this.last = new Map();
    /** The answers to the question that is open. @type {{question: string, given: string[]}} */
    this.open = { question: "", given: [] };
  }

  /**
   * An answer was given: a choice, or a bundle by its text.
   * @param {View} view
   * @param {string} answer
   */
  note(view, answer) {
    const question = questionOf(view);
    if (question !== this.open.question) this.open = { question, given: [] };
    this.open.given.push(answer);
    if (view.choices.find((c) => c.choice === answer)?.primary) this.close();
  }

  /** @param {View} view @param {Bundle} bundle */
  noteBundle(view, bundle) {
    this.note(view, kindOf(bundle.text));
  }

  /** The question is done with. */
  close() {
    if (this.open.question) this.last.set(this.open.question, this.open.given);
    this.open = { question: "", given: [] };
  }

  /**
   * A new state: another question closes the one before. Whoever only took a counter in hand has
   * answered nothing.
   * @param {View} view
   */
  see(view) {
    if (!this.open.question || questionOf(view) === this.open.question) return;
    const { given } = this.open;
    if (given.every((answer) => view.picked.some((unit) => answer === `unit ${unit}`)))
      this.open = { question: "", given: [] };
    else this.close();
  }

  /**
   * What was answered last time, as far as it is offered again; nothing where part of an answer has
   * been given, or where the main button alone says as much.
   * @param {View} view @returns {string[][]}
   */
  again(view) {
    if (!view.prompt?.mine || this.open.question) return [];
    const given = this.last.get(questionOf(view)) ?? [];
    const groups = given.flatMap((answer) => offered(view, answer));
    const isMain = (/** @type {string} */ c) =>
      view.choices.some((o) => o.primary && o.choice === c);
    return groups.length && !groups.flat().every(isMain) ? groups : [];
  }
}

/** @param {View} view @param {string} answer @returns {string[][]} */
function offered(view, answer) {
  const bundle = view.bundles.find((b) => kindOf(b.text) === answer);
  if (bundle) return bundle.groups;
  return view.choices.some((c) => c.choice === answer) ? [[answer]] : [];
}
