// Controls the task page: which item is on the screen, what was begun on it, what Undo takes back.
// It shows, saves, goes on and goes back; input.js tells it what the annotator wants.

import { ActiveClock } from './active-clock.js';
import { forgetSentence } from './align.js';
import { sameAnswer } from './batch.js';
import { finish, focusField, isOpen, recording } from './editor.js';
import { fontsFor } from './fonts.js';
import { showLine } from './document-lines.js';
import { drawOwn } from './item-list.js';
import { layOut, toTop } from './layout.js';
import { dropLog, gatherLog, settleLog } from './edit-logs.js';
import { linesAround } from './mark-lines.js';
import { focusText, marksUndoable, showSegment } from './marks.js';
import { More } from './more-questions.js';
import { drawRest } from './batch-end.js';
import { drawTrouble } from './send-errors.js';
import {
  drawAnswer, drawDifferences, drawTask, enable, find, inWords, isEditing, isFilled, isMarking, isRanking, missing, readAnswer, say, showComment, takeBack,
} from './task-view.js';
import { moment, t } from './messages.js';

const BLINK = 400; // milliseconds in which nobody can have read a new item
const REST = 10; // after fewer items nobody needs a rest before the next question
const PATIENCE = 1000; // milliseconds that the last item stays while the server is asked for more

/** What the controls show for a stored answer: a reported problem leaves them empty. */
const shownFor = (answer) => (answer?.problem ? {} : answer ?? {});

export class TaskController {
  constructor({ home, cache, work, sender, channel, preview, practice }) {
    Object.assign(this, { home, cache, work, sender, channel, preview, practice });
    this.clock = new ActiveClock();
    this.more = new More({
      work,
      sender,
      preview,
      onChange: () => find('rest').hidden || drawRest(this),
      onTold: () => location.replace(this.home),
    });
    this.others = null; // windows with the same link
    this.since = 0; // items answered since the last rest
    this.now = -1; // the place of the item on the screen; -1 while there is none
    this.before = null; // the task that was on the screen before
    this.busy = false; // between two items
    this.shownAt = 0;
    this.aids = new Set(); // optional aids used on this item
    this.differing = false; // differences are underlined
    this.last = null; // {assignment, number, before}: what Undo takes back
    this.savedAt = null;
    this.finishing = false; // the end was asked for; answers may still be on their way
    this.savingSoon = 0; // timers
    this.keepSoon = 0;
  }

  get task() {
    return this.work.tasks[this.now];
  }

  /** The answer that counts for the item on the screen. */
  get stored() {
    return this.work.answers.get(this.task.id)?.answer;
  }

  /** Something was chosen or written that is not saved. */
  get begun() {
    return this.now >= 0 && !sameAnswer(readAnswer(), this.filled ?? shownFor(this.stored));
  }

  /** Show what is stored; marks that are filled in are nothing that somebody has begun. */
  #drawStored() {
    drawAnswer(shownFor(this.stored));
    this.filled = isFilled() ? readAnswer() : null;
  }

  /** Nobody can have read the item yet: what arrives now was meant for the one before. */
  get blinking() {
    return performance.now() - this.shownAt < BLINK;
  }

  // Showing --------------------------------------------------------------------------------------

  /** One move at a time; what is pressed meanwhile is not meant for either item. */
  async moving(move) {
    if (this.busy) return;
    this.busy = true;
    try {
      await move();
    } finally {
      this.busy = false;
    }
  }

  show(place) {
    return this.moving(() => this.#show(place));
  }

  async #show(place) {
    await this.leave();
    this.finishing = false;
    const task = this.work.tasks[place];
    const draft = await gatherLog(this.cache, await this.cache.get('drafts', task.id));
    // From here on nothing waits: the screen changes at once.
    this.now = place;
    const { work } = this;
    const same = this.before && (work.sameSource(this.before, task) || work.sameDocument(this.before, task));
    drawTask(task, {
      number: place + 1,
      count: work.tasks.length,
      open: work.open,
      run: work.runOf(place),
      around: work.documentOf(task),
      lines: task.mode === 'mark' ? linesAround(work, task) : null,
      marking: work.page.marking,
      practice: this.practice,
    });
    const differing = drawDifferences(task, this.differing);
    this.aids = new Set([...(draft?.aids ?? []), ...(differing ? ['differences'] : [])]);
    this.#drawStored();
    if (draft?.answer) drawAnswer(draft.answer);
    // What was answered before stays in sight while it is changed.
    const given = work.answers.get(task.id);
    find('given').textContent = given ? t('task.given', { time: moment(new Date(given.at)), answer: inWords(given.answer) }) : '';
    this.clock.begin(Math.max(draft?.seconds ?? 0, this.work.answers.get(task.id)?.seconds ?? 0));
    this.shownAt = performance.now();
    document.querySelector('.upward').prepend(find('trouble'));
    find('item').hidden = find('answer').hidden = false;
    find('rest').hidden = true;
    find('waiting').textContent = '';
    this.drawProgress();
    say(this.stored?.problem && !this.begun ? inWords(this.stored) : this.#lastWords());
    layOut();
    // The source of several pairs in a row stays where it is.
    // A question about a whole document is another than those about its sentences: it is shown.
    if (!same || isRanking() || task.place?.line === null) toTop();
    this.before = task;
    if (isEditing()) focusField();
    else if (isMarking()) focusText();
    else find('q').focus({ preventScroll: true });
    if (isMarking()) showSegment();
    else if (task.place) showLine(task.place.line);
    forgetSentence();
  }

  /** Keep what was begun on the item on the screen: its time, and a choice that is not saved. */
  async leave() {
    clearTimeout(this.keepSoon);
    this.keepSoon = 0;
    if (this.now < 0) return;
    const { task } = this;
    const recorder = recording();
    await this.cache.putDraft({
      assignment: task.id,
      seconds: this.clock.seconds,
      aids: [...this.aids],
      ...(this.begun || recorder ? { answer: readAnswer({ raw: true }) } : {}),
    });
    await settleLog(this.cache, task.id, recorder);
  }

  #lastWords() {
    if (!this.last) return '';
    const { assignment, number } = this.last;
    return t('task.last', { number, answer: inWords(this.work.answers.get(assignment).answer) });
  }

  drawProgress() {
    find('p').max = this.work.tasks.length;
    find('p').value = this.work.done;
    drawOwn(this.work);
    if (this.now < 0) return;
    const open = this.work.tasks.length - this.work.done;
    find('part').textContent = [this.work.part, this.work.closes && open ? t('task.closes', { n: open }) : ''].join(' ').trim();
    enable('earlier', this.now > 0);
    enable('later', this.now < this.work.reach);
    enable('undo', Boolean(this.last) || this.begun || marksUndoable());
    enable('save', missing() === null);
  }

  /** Four states, four shapes, four sentences. */
  drawState() {
    const { state, waiting } = this.sender;
    const words = {
      saved: () => (this.practice ? t('tutorial.lead') : this.savedAt ? t('task.saved', { time: moment(this.savedAt) }) : t('task.saved_none')),
      saving: () => t('task.saving'),
      kept: () => t('task.kept', { n: waiting.length }),
      refused: () => t('task.refused'),
    };
    const draw = () => {
      const output = find('saved');
      const sentence = words[state]();
      output.dataset.state = state === 'saved' && !this.savedAt ? 'none' : state;
      if (output.textContent !== sentence) output.textContent = sentence;
    };
    find('saved').dataset.unsent = waiting.length;
    clearTimeout(this.savingSoon);
    // A quick answer from the server needs no flicker.
    if (state === 'saving') this.savingSoon = setTimeout(draw, 300); else draw();
    drawTrouble(this);
    if (find('rest').hidden) return;
    this.more.look();
    drawRest(this);
    if (this.finishing && state === 'saved') {
      this.finishing = false;
      location.assign(`${this.home}/thanks`);
    }
  }

  toggleDifferences() {
    this.differing = !this.differing;
    if (this.differing) this.aids.add('differences');
    find('differences').setAttribute('aria-pressed', String(this.differing));
    drawDifferences(this.task, this.differing);
    say(t(this.differing ? 'task.differences_on' : 'task.differences_off'));
  }

  // Answering ------------------------------------------------------------------------------------

  /** Save the answer on the screen and go on; say what is missing if something is. */
  async save() {
    if (this.busy || this.now < 0) return;
    if ((isOpen() || isFilled()) && this.blinking && !this.begun) return; // the second of two presses: nobody has read it
    if (finish()) {
      this.drawProgress();
      await this.leave();
      return;
    }
    const gap = missing();
    const unchanged = this.stored && !this.begun;
    if (gap && !(unchanged && this.stored.problem)) {
      if (this.blinking && !this.begun) return; // the second half of a double click
      say(gap.message, { urgent: true });
      if (gap.control.id === 'comment') showComment(true);
      gap.control.focus({ preventScroll: Boolean(gap.control.closest('.dock')) });
    } else if (unchanged) await this.moving(() => this.#goOn());
    else await this.submit(readAnswer());
  }

  /** Make a judgement of an answer and go on. */
  submit(answer) {
    return this.moving(async () => {
      const { task, stored } = this;
      const recorder = recording();
      if (sameAnswer(answer, stored)) {
        await this.#goOn();
        return;
      }
      const entry = this.work.judge(task.id, answer, this.clock.seconds, [...this.aids]);
      // An answer to this item that was refused is settled by answering again.
      const refused = this.sender.troubled.filter((other) => other.assignment === task.id);
      await this.cache.drop('queue', ...refused.map((other) => other.id));
      await this.#keep(entry);
      await this.cache.drop('drafts', task.id);
      await dropLog(this.cache, recorder);
      this.last = { assignment: task.id, number: this.now + 1, before: stored ?? null };
      this.since += 1;
      this.more.forget();
      this.now = -1; // nothing of this item is left to keep
      await this.#goOn();
    });
  }

  async #keep(entry) {
    await this.sender.add(entry);
    this.#tell(entry.assignment);
  }

  /** Tell the other windows of this browser which answer counts now. */
  #tell(assignment, savedAt = null) {
    this.channel?.postMessage({ assignment, answer: this.work.answers.get(assignment) ?? null, savedAt });
  }

  async #goOn() {
    const { work, now } = this;
    if (work.firstOpen !== -1) {
      // If this fails, the next batch is asked for again when it is needed.
      if (work.tasks.length - work.done <= 10) work.prepareNext().then(fontsFor).catch(() => {});
      await this.#show(work.firstOpen);
    } else if (now >= 0 && now < work.tasks.length - 1) await this.#show(now + 1);
    else if (this.since < REST && (await this.more.known(PATIENCE))) await this.#load(this.more.batch);
    else await this.#rest();
  }

  /** Take back a choice that is not saved; else go back to the last answer. */
  async undo() {
    if (this.now >= 0 && (this.begun || marksUndoable())) {
      if (!takeBack()) this.#drawStored();
      this.drawProgress();
      say(t('task.taken_back'));
      await this.leave();
    } else if (this.last) {
      await this.moving(async () => {
        const { assignment, number, before } = this.last;
        this.last = null;
        if (before) await this.#keep(this.work.judge(assignment, before, this.work.answers.get(assignment).seconds, []));
        await this.#show(this.work.indexOf(assignment));
        say(t(before ? 'task.restored' : 'task.reopened', { number }));
      });
    } else say(t('task.nothing_back'));
  }

  // What the server and other windows say --------------------------------------------------------

  haveSaved(pairs) {
    for (const [entry, receipt] of pairs) {
      this.savedAt = new Date(receipt.at);
      this.#tell(entry.assignment, receipt.at);
    }
  }

  /** What counts for a refused answer's item is what the server has, if anything. */
  async wasRefused(entry, { current }) {
    if (current) await this.cache.put('answers', { assignment: entry.assignment, ...current });
    if (this.last?.assignment === entry.assignment) {
      this.last = null; // it did not happen, so there is nothing to take back
      say('');
    }
    this.relearn(entry.assignment, current ?? (await this.cache.get('answers', entry.assignment)));
  }

  /** Take in which answer counts; show it if its item is on the screen and untouched. */
  relearn(assignment, answer) {
    if (this.work.indexOf(assignment) === -1) return;
    const untouched = this.now >= 0 && this.task.id === assignment && !this.begun;
    this.work.learn(assignment, answer);
    if (untouched) this.#drawStored();
    this.drawProgress();
  }

  /** Say that the item on the screen was answered in another window, where that is new. */
  tellElsewhere(assignment) {
    if (this.now < 0 || this.task.id !== assignment || !this.stored) return;
    say(t('task.answered_elsewhere', { answer: inWords(this.stored) }), { urgent: true });
  }

  /** Of two answers, let the one from here count. */
  async keepHere(entry) {
    const { assignment, answer, seconds, aids, trouble } = entry;
    await this.cache.drop('queue', entry.id);
    await this.#keep(this.work.judge(assignment, answer, seconds, aids, { number: entry.number, replaces: trouble.current.id }));
    if (this.now >= 0 && this.task.id === assignment) this.#drawStored();
    this.drawProgress();
  }

  /** Of two answers, let the stored one count. */
  keepThere(entry) {
    return this.sender.drop(entry.id);
  }

  /** Open the item of an answer, in whichever batch it is. */
  async openItemOf(entry) {
    if (this.work.indexOf(entry.assignment) === -1) await this.begin(entry.batch);
    const place = this.work.indexOf(entry.assignment);
    const { assignment, seconds, aids, answer } = entry;
    if ((answer.edited || answer.errors) && !(await this.cache.get('drafts', assignment))) {
      // What was written or marked once is not to be done again because it was refused.
      const edited = answer.edited ? { edited: { ...answer.edited, session: 0 } } : {};
      await this.cache.putDraft({ assignment, seconds, aids, answer: { ...answer, ...edited } });
    }
    if (place !== -1) await this.show(place);
  }

  // Beginnings and ends --------------------------------------------------------------------------

  /** Load a batch and show its first open item. */
  begin(number = null) {
    return this.moving(() => this.#load(number));
  }

  async #load(number) {
    const { work } = this;
    find('waiting').textContent = t('task.loading');
    await this.leave();
    this.now = -1;
    this.last = null;
    this.more.forget();
    try {
      await work.load(number);
      await fontsFor([work.tasks, work.documents]);
    } catch (error) {
      this.#notLoaded(error, number);
      return;
    }
    const times = [...work.answers.values()].map((answer) => new Date(answer.at));
    this.savedAt ??= times.sort((a, b) => b - a)[0] ?? null;
    if (work.tasks.length === 0) location.replace(`${this.home}/thanks`);
    else if (work.firstOpen !== -1) await this.#show(work.firstOpen);
    else if (number === null && work.fresh) await this.#show(0); // everything is done: looking again
    else await this.#rest();
    this.drawState();
  }

  /** The server was not reached: try again. The link no longer leads here: its page says why. */
  #notLoaded(error, number) {
    if (error.told) {
      location.replace(this.home);
      return;
    }
    find('item').hidden = find('answer').hidden = find('rest').hidden = true;
    find('waiting').textContent = t('task.load_failed');
    const again = new AbortController();
    const retry = () => {
      again.abort();
      clearTimeout(timer);
      this.begin(number);
    };
    const timer = setTimeout(retry, 5000);
    window.addEventListener('online', retry, { signal: again.signal });
  }

  async #rest() {
    if (this.practice) {
      location.assign(this.home); // the work begins
      return;
    }
    this.now = -1;
    this.since = 0;
    // A step without the source is closed when it is complete: the server would refuse another answer.
    if (this.work.tasks.some((task) => task.mode === 'mark' && !task.source)) this.last = null;
    find('item').hidden = find('answer').hidden = true;
    find('rest').hidden = false;
    find('rest').append(find('trouble'));
    this.drawProgress();
    this.more.look();
    drawRest(this);
    find('rest-title').focus({ preventScroll: true });
    this.sender.go();
  }

  /** Go on to the next batch, or to the thanks as soon as everything has arrived. */
  async leaveRest() {
    const { work, sender, more } = this;
    if (work.batch < work.batches) {
      const next = work.batch + 1;
      // What is not at hand may only be given out when everything before it has arrived.
      if (!(await this.cache.get('batches', next))) await sender.go();
      await this.begin(next);
    } else if (more.due && more.state !== 'none') {
      if (more.batch) await this.begin(more.batch);
    } else {
      this.finishing = !this.preview;
      await sender.go();
    }
  }
}
