// Play whole shoes on a GPU, in two designs, with tables that the host compiles from a rulebook.
//
// The host defines, for a game and a dealing:
//   CARDS, DEALT      the cards in the shoe, and how many can be dealt (a multiple of four)
//   LAST_START        a round begins if at most so many cards are dealt ...
//   FURTHER, FIXED    ... then FURTHER rounds follow; or FIXED rounds per shoe, 0 if the cut decides
//   BURN              1 if the first card decides how many cards are burned
//   OUTCOMES, LENGTHS the sizes of the two tallies
//   THIRDS, CELL      the entries for third cards; the factor of a cell in an entry, 1 or 4
//   HEAD_COEFS, DRAWN_SELECT, LIKE_SELECT, UNLIKE_SELECT, PRINTED, MARKS
//                     the bytes of a round's cards that belong to each hand (see gpu_shoes.py)
//   THREADS, BLOCKS   threads per block, and blocks per multiprocessor
//
// A card is one byte: its value in the low four bits, then a number that distinguishes ranks of the
// same value, and in the top bit a mark if a wager counts this rank. A shoe is dealt from its end to
// its start.
//
// Random numbers: shoes come in runs of SHOES_PER_RUN. Philox4x32-10 with the seed as key and the
// run's number as counter starts a multiply-with-carry generator of lag 2,
//   t = A x[n-2] + c,  x[n] = low half of t,  c = high half,  output x[n] ^ c,
// where A 2^64 - 1 and half of it are prime, so its period is about 2^95. A 32-bit output picks two
// places of a shuffle, and is drawn again if it would favour a place. So every order is equally
// likely. The totals of a number of shoes do not depend on the launch or on the block size.

typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned short u16;
typedef unsigned char u8;

#ifndef __CUDACC_RTC__
#ifndef __CUDACC__
#define __device__
#define __forceinline__ inline
#define ON_HOST 1
#endif
#endif

#ifdef ON_HOST
static inline u32 funnel(u32 low, u32 high, u32 shift) {
    return (u32)((((u64)high << 32) | low) >> (shift & 31));
}
static inline u32 dot(u32 bytes, u32 coefs, u32 sum) {
    for (int at = 0; at < 32; at += 8) sum += ((bytes >> at) & 255) * ((coefs >> at) & 255);
    return sum;
}
static inline u32 pick(u32 low, u32 high, u32 select) {
    u64 both = ((u64)high << 32) | low;
    u32 found = 0;
    for (int at = 0; at < 4; at++) {
        found |= (u32)((both >> (8 * ((select >> (4 * at)) & 7))) & 255) << (8 * at);
    }
    return found;
}
static inline u64 wide(u32 a, u32 b) { return (u64)a * b; }
static inline u32 ones(u32 bits) { return (u32)__builtin_popcount(bits); }
// The host addresses a block's memory by 32-bit numbers, as the GPU does.
static u8 *memory;
#define LOAD8(at) ((u32)memory[at])
#define LOAD16(at) ((u32) * (u16 *)(memory + (at)))
#define LOAD32(at) (*(u32 *)(memory + (at)))
#define STORE8(at, what) (memory[at] = (u8)(what))
#define STORE16(at, what) (*(u16 *)(memory + (at)) = (u16)(what))
#define STORE32(at, what) (*(u32 *)(memory + (at)) = (what))
#define TALLY(at) (LOAD32(at) += 1)
#define NEXT(counter) ((*(counter))++)
#define OPAQUE(word) (word)
#define UNROLL(times)
#define __constant__ static
#else
__device__ __forceinline__ u32 funnel(u32 low, u32 high, u32 shift) {
    return __funnelshift_r(low, high, shift);
}
__device__ __forceinline__ u32 dot(u32 bytes, u32 coefs, u32 sum) {
    return __dp4a(bytes, coefs, sum);
}
__device__ __forceinline__ u32 pick(u32 low, u32 high, u32 select) {
    return __byte_perm(low, high, select);
}
// This is written in assembly, because the compiler otherwise adds zero to the upper half.
__device__ __forceinline__ u64 wide(u32 a, u32 b) {
    u64 product;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
    return product;
}
// Shared memory is addressed by 32-bit numbers, because a pointer costs an addition at every use.
__device__ __forceinline__ u32 LOAD8(u32 at) {
    u32 found;
    asm volatile("ld.shared.u8 %0, [%1];" : "=r"(found) : "r"(at));
    return found;
}
__device__ __forceinline__ u32 LOAD16(u32 at) {
    u32 found;
    asm volatile("ld.shared.u16 %0, [%1];" : "=r"(found) : "r"(at));
    return found;
}
__device__ __forceinline__ u32 LOAD32(u32 at) {
    u32 found;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(found) : "r"(at));
    return found;
}
__device__ __forceinline__ void STORE8(u32 at, u32 what) {
    asm volatile("st.shared.u8 [%0], %1;" : : "r"(at), "r"(what));
}
__device__ __forceinline__ void STORE16(u32 at, u32 what) {
    asm volatile("st.shared.u16 [%0], %1;" : : "r"(at), "r"(what));
}
__device__ __forceinline__ void STORE32(u32 at, u32 what) {
    asm volatile("st.shared.u32 [%0], %1;" : : "r"(at), "r"(what));
}
// Return a word that the compiler does not compute again at every use.
__device__ __forceinline__ u32 OPAQUE(u32 word) {
    u32 same;
    asm volatile("mov.u32 %0, %1;" : "=r"(same) : "r"(word));
    return same;
}
#define NEXT(counter) atomicAdd(counter, 1ull)
__device__ __forceinline__ void TALLY(u32 at) {
    asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(at));
}
__device__ __forceinline__ u32 ones(u32 bits) { return (u32)__popc(bits); }
#define AS_PRAGMA(words) _Pragma(#words)
#define UNROLL(times) AS_PRAGMA(unroll times)
#endif

#ifndef PARTS
#define PARTS 3  // a benchmark leaves out the shuffle (1) or the play (2) to measure its cost
#endif

#define SHOES_PER_RUN 64
#define MULTIPLIER 0xFEA59BE0u
#define VALUES 0x0F0F0F0Fu

// --- random numbers -----------------------------------------------------------------------------

struct Random {
    u32 x0, x1, carry;
};

__device__ __forceinline__ Random started(u64 seed, u64 run) {
    u32 c0 = (u32)run, c1 = (u32)(run >> 32), c2 = 0x67707573u, c3 = 1u;
    u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
    for (int round = 0; round < 10; round++) {
        u64 p0 = (u64)c0 * 0xD2511F53u, p1 = (u64)c2 * 0xCD9E8D57u;
        u32 n0 = (u32)(p1 >> 32) ^ c1 ^ k0, n2 = (u32)(p0 >> 32) ^ c3 ^ k1;
        c1 = (u32)p1;
        c3 = (u32)p0;
        c0 = n0;
        c2 = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    // A state with a carry between 1 and the multiplier - 2 is on the long cycle.
    Random made = {c0, c1, 1u + c2 % (MULTIPLIER - 2u)};
    return made;
}

// Two steps at a time renew both words of the state, so that no word has to be moved.
__device__ __forceinline__ u32 first_of_two(Random &random) {
    u64 t = (u64)MULTIPLIER * random.x0 + random.carry;
    random.x0 = (u32)t;
    random.carry = (u32)(t >> 32);
    return random.x0 ^ random.carry;
}

__device__ __forceinline__ u32 second_of_two(Random &random) {
    u64 t = (u64)MULTIPLIER * random.x1 + random.carry;
    random.x1 = (u32)t;
    random.carry = (u32)(t >> 32);
    return random.x1 ^ random.carry;
}

// Whether a number is in the incomplete last interval, which would favour some of `ways` results.
__device__ __forceinline__ bool is_short(u32 left_over, u32 ways) {
    return left_over < ways && left_over < (0u - ways) % ways;
}

// --- a round, for both designs ------------------------------------------------------------------

// A block's memory has the tables, then the columns of design one, then the tallies. Tables hold
// addresses, so that the kernels need not scale or add:
//   first   the start of the entries for third cards, and below it the bytes to add per point of
//           each third card; by the sums of both hands
//   thirds  the cell of the outcome, and below it the number of cards used
//   groups  the address of the tally of cell 0, less ABOVE_COLUMNS; by equal first cards and by
//           the number of marked cards
//   codes   the byte of each rank, for design two
#define FIRSTS 361
#define GROUPS 40
#define THIRDS_AT (4 * FIRSTS)
#define GROUPS_AT (THIRDS_AT + 2 * THIRDS)
#define CODES_AT (GROUPS_AT + 2 * GROUPS)
#define TABLE_WORDS ((CODES_AT + 16 + 3) / 4)

// These are in constant memory, from which an instruction can read an operand directly.
__constant__ u32 head_coefs = HEAD_COEFS;
__constant__ u32 like_coefs = 0x00080402u;

struct Block {
    u32 tables, columns, lengths;
};

__device__ __forceinline__ u32 first_of(const Block &block, u32 head) {
    return LOAD32(dot(head & VALUES, head_coefs, block.tables));
}

// Return the entry of a round from its cards: the first four are in `head`, the first of them in
// the top byte, and the next four are in `tail`.
__device__ __forceinline__ u32 entry_of(const Block &block, u32 head, u32 tail) {
    u32 drawn = pick(tail, head, DRAWN_SELECT) & 0x0F0Fu, first = first_of(block, head);
    return LOAD16(dot(drawn, first, first >> 16));
}

__device__ __forceinline__ void tally(const Block &block, u32 head, u32 entry, u32 above) {
    u32 unlike = pick(head, PRINTED, LIKE_SELECT) ^ pick(head, PRINTED, UNLIKE_SELECT);
#if MARKS
    u32 like = ~(((unlike & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | unlike | 0x7F7F7F7Fu);
    u32 marked = block.tables + 16u * ones(head & MARKS);
#else
    u32 like = ~(unlike + 0x7F7F7F7Fu) & 0x80808080u, marked = block.tables;
#endif
    u32 group = LOAD16(dot(like >> 7, like_coefs, marked) + GROUPS_AT);
#if CELL == 4
    TALLY((entry >> 3) + group + above);
#else
    TALLY((entry >> 3) * 4 + group + above);
#endif
}

// --- design one: the shoe in shared memory, one column of words per thread -----------------------

// The size of the columns, which the addresses in the tables leave out to fit into 16 bits.
#define ABOVE_COLUMNS (CARDS * THREADS)

// Return the address of a card in a thread's column. The words of all threads are next to each
// other, so that no two threads of a warp use the same bank.
__device__ __forceinline__ u32 place(const Block &block, u32 column, u32 card) {
#if THREADS == 512
    // The columns begin at a multiple of all threads' words, so an OR replaces an addition.
    return ((card * (THREADS + 1) + block.columns) & (~(4 * THREADS - 1) | 3)) | column;
#else
    return card * THREADS + ((card & 3u) * (1u - THREADS) + column);
#endif
}

struct Four {
    u32 a, b, c, d;
};

// Return four places out of n, n - 1, n - 2 and n - 3 from two numbers, and both remainders.
__device__ __forceinline__ Four four_places(Random &random, u32 n, u32 &left1, u32 &left2) {
    u64 one = wide(first_of_two(random), n);
    u64 two = wide(second_of_two(random), n - 2);
    u64 one_more = wide((u32)one, n - 1);
    u64 two_more = wide((u32)two, n - 3);
    left1 = (u32)one_more;
    left2 = (u32)two_more;
    Four found = {(u32)(one >> 32), (u32)(one_more >> 32), (u32)(two >> 32),
                  (u32)(two_more >> 32)};
    return found;
}

// Return four unbiased places out of n, n - 1, n - 2 and n - 3.
__device__ __forceinline__ Four four_fair_places(Random &random, u32 n) {
    u32 left1, left2;
    Four at = four_places(random, n, left1, left2);
    // One comparison almost always shows that neither number is in its incomplete last interval.
    if ((left1 < left2 ? left1 : left2) < (u32)CARDS * CARDS) {
        while (is_short(left1, n * (n - 1)) || is_short(left2, (n - 2) * (n - 3))) {
            at = four_places(random, n, left1, left2);
        }
    }
    return at;
}

// Deal four cards into the places of the last four, which begin at `word`, and return them.
__device__ __forceinline__ u32 take_four(
    const Block &block, u32 column, u32 word, const Four &at) {
    u32 a = place(block, column, at.a), b = place(block, column, at.b);
    u32 c = place(block, column, at.c), d = place(block, column, at.d);
    // Each of the last four cards is read separately. Reading them as one word saves loads, but it
    // takes more instructions to check that none was replaced in the meantime.
    u32 dealt1 = LOAD8(a), last = LOAD8(word + 3);
    STORE8(a, last);
    u32 dealt2 = LOAD8(b);
    last = LOAD8(word + 2);
    STORE8(b, last);
    u32 dealt3 = LOAD8(c);
    last = LOAD8(word + 1);
    STORE8(c, last);
    u32 dealt4 = LOAD8(d);
    last = LOAD8(word);
    STORE8(d, last);
    return pick(pick(dealt4, dealt3, 0x40u), pick(dealt2, dealt1, 0x40u), 0x5410u);
}

// Deal the last cards of the shoe into their places, four at a time.
__device__ __forceinline__ void shuffle_column(const Block &block, u32 column, Random &random) {
    u32 word = column + CARDS * THREADS - 4 * THREADS;
#if THREADS == 512
    word += block.columns;
#endif
    // The next places are computed while the cards at the current places are loading.
    Four at = four_fair_places(random, CARDS);
    UNROLL(1)
    for (u32 n = CARDS; n > CARDS - DEALT + 4; n -= 4) {
        u32 dealt = take_four(block, column, word, at);
        at = four_fair_places(random, n - 4);
        STORE32(word, dealt);
        word -= 4 * THREADS;
    }
    u32 dealt = take_four(block, column, word, at);
    STORE32(word, dealt);
}

// Play a round from the cards left, and return how many cards it used. It may read two words before
// the column and one after it, which never affect the result.
__device__ __forceinline__ u32 play_column(const Block &block, u32 column, u32 left) {
    u32 word = (left >> 2) * (4 * THREADS) + column, shift = 8u * left;
    u32 middle = LOAD32(word - 4 * THREADS), high = LOAD32(word), low = LOAD32(word - 8 * THREADS);
    u32 head = funnel(middle, high, shift), tail = funnel(low, middle, shift);
    u32 entry = entry_of(block, head, tail);
    tally(block, head, entry, ABOVE_COLUMNS);
    return entry & 7u;
}

// Play a run of shoes in the column of a thread.
__device__ __forceinline__ void play_run_in_column(
    const Block &block, u32 thread, const u32 *fresh, u64 seed, u64 run, u32 shoes) {
    u32 start = block.columns + 4 * thread, column = THREADS == 512 ? 4 * thread : start;
    Random random = started(seed, run);
    UNROLL(1)
    for (u32 at = 0; at < CARDS / 4; at++) STORE32(start + 4 * THREADS * at, fresh[at]);
    for (u32 shoe = 0; shoe < shoes; shoe++) {
#if PARTS & 1
        shuffle_column(block, column, random);
#endif
#if PARTS & 2
        u32 left = CARDS;
#if BURN
        u32 value = LOAD8(place(block, column, CARDS - 1)) & 15u;
        left -= 1 + (value == 0 ? 10 : value);
#endif
#if FIXED
        for (u32 round = 0; round < FIXED; round++) left -= play_column(block, start, left);
        TALLY(block.lengths + 4 * FIXED);
#else
        u32 rounds = block.lengths + 4 * FURTHER;
        while (left >= CARDS - LAST_START) {
            left -= play_column(block, start, left);
            rounds += 4;
        }
        for (int more = 0; more < FURTHER; more++) left -= play_column(block, start, left);
        TALLY(rounds);
#endif
#endif
    }
}

// --- design two: the number of cards left of each rank, in registers -----------------------------

#define PAIRS_OF_RANKS 6
#define GUARD 0x80008000u

struct Left {
    u32 below[PAIRS_OF_RANKS];  // cards up to each rank, two ranks per word, each with a guard bit
    u32 cards;
};

// Draw a card if `drawn` is 1, and return its rank. If `drawn` is 0, the counts do not change.
__device__ __forceinline__ u32 draw_rank(Left &left, u32 number, u32 drawn) {
    u32 at = (u32)(((u64)number * left.cards) >> 32);
    u32 both = (at + 1u) * 0x10001u, seen = 0;
    UNROLL()
    for (int pair = 0; pair < PAIRS_OF_RANKS; pair++) {
        u32 above = ((left.below[pair] - both) >> 15) & 0x10001u;
        left.below[pair] -= above * drawn;
        seen += above;
    }
    left.cards -= drawn;
    return 12u - (seen & 15u) - (seen >> 16);
}

// Return a random number that favours none of the cards left.
__device__ __forceinline__ u32 fair(Random &random, u32 cards, bool is_second) {
    u32 number = is_second ? second_of_two(random) : first_of_two(random);
    while (is_short(number * cards, cards)) {
        number = is_second ? second_of_two(random) : first_of_two(random);
    }
    return number;
}

__device__ __forceinline__ u32 draw_code(
    Left &left, const Block &block, Random &random, bool is_second, u32 drawn) {
    return LOAD8(block.tables + CODES_AT +
                 draw_rank(left, fair(random, left.cards, is_second), drawn));
}

// Play a round from the cards left. Third cards are drawn one by one. An entry holds the number of
// cards that the round uses with the third cards so far, which decides whether the next is drawn.
__device__ __forceinline__ void play_left(Left &left, const Block &block, Random &random) {
    u32 head = 0;
    UNROLL()
    for (int card = 0; card < FIRST_CARDS; card++) {
        head |= draw_code(left, block, random, card & 1, 1u) << (24 - 8 * card);
    }
    u32 first = first_of(block, head), at = first >> 16;
    u32 draws = (LOAD16(at) & 7u) > FIRST_CARDS ? 1u : 0u;
    at += (first >> 8 & 255u) * (draw_code(left, block, random, false, draws) & 15u);
    draws = (LOAD16(at) & 7u) > FIRST_CARDS + 1 ? 1u : 0u;
    at += (first & 255u) * (draw_code(left, block, random, true, draws) & 15u);
    tally(block, head, LOAD16(at), 0);
}

__device__ __forceinline__ Left full_shoe() {
    Left left;
    for (u32 pair = 0; pair < PAIRS_OF_RANKS; pair++) {
        u32 each = CARDS / 13;
        left.below[pair] = GUARD + (2 * pair + 1) * each + (((2 * pair + 2) * each) << 16);
    }
    left.cards = CARDS;
    return left;
}

__device__ __forceinline__ void play_run_from_counts(
    const Block &block, u64 seed, u64 run, u32 shoes) {
    Random random = started(seed, run);
    for (u32 shoe = 0; shoe < shoes; shoe++) {
        Left left = full_shoe();
#if BURN
        u32 value = draw_code(left, block, random, false, 1u) & 15u;
        for (u32 burned = value == 0 ? 10 : value; burned > 0; burned--) {
            draw_code(left, block, random, true, 1u);
        }
#endif
#if FIXED
        for (u32 round = 0; round < FIXED; round++) play_left(left, block, random);
        TALLY(block.lengths + 4 * FIXED);
#else
        u32 rounds = block.lengths + 4 * FURTHER;
        while (left.cards >= CARDS - LAST_START) {
            play_left(left, block, random);
            rounds += 4;
        }
        for (int more = 0; more < FURTHER; more++) play_left(left, block, random);
        TALLY(rounds);
#endif
    }
}

// --- the unseen cards before every round, for perfect play ----------------------------------------

// The arrays for the unseen cards before each round, rank by rank, as the exact count reads them;
// the shoe of each round; and the number of rounds for which there is room.
struct Unseen {
    int *by_rank;
    u32 *shoe_of;
    u64 room;
};

__device__ __forceinline__ void record_unseen(
    const Unseen &unseen, u64 at, u32 shoe, const Left &left) {
    u32 before = 0;
    UNROLL()
    for (int rank = 0; rank < 12; rank++) {
        u32 up_to = left.below[rank >> 1] >> (16 * (rank & 1)) & 0x7FFFu;
        unseen.by_rank[rank * unseen.room + at] = (int)(up_to - before);
        before = up_to;
    }
    unseen.by_rank[12 * unseen.room + at] = (int)(left.cards - before);
    unseen.shoe_of[at] = shoe;
}

// Remove a card of a rank from the unseen cards.
__device__ __forceinline__ void take_rank(Left &left, u32 rank) {
    UNROLL()
    for (u32 pair = 0; pair < PAIRS_OF_RANKS; pair++) {
        left.below[pair] -= (2 * pair >= rank ? 1u : 0u) + (2 * pair + 1 >= rank ? 0x10000u : 0u);
    }
    left.cards--;
}

__device__ __forceinline__ u32 draw_seen(
    Left &left, Left &unseen, const Block &block, Random &random, bool is_second, u32 drawn) {
    u32 rank = draw_rank(left, fair(random, left.cards, is_second), drawn);
    if (drawn) take_rank(unseen, rank);
    return LOAD8(block.tables + CODES_AT + rank);
}

// Play a round as design two does, without tallies, and remove its cards from the unseen cards.
__device__ __forceinline__ void play_seen(
    Left &left, Left &unseen, const Block &block, Random &random) {
    u32 head = 0;
    UNROLL()
    for (int card = 0; card < FIRST_CARDS; card++) {
        head |= draw_seen(left, unseen, block, random, card & 1, 1u) << (24 - 8 * card);
    }
    u32 first = first_of(block, head), at = first >> 16;
    u32 draws = (LOAD16(at) & 7u) > FIRST_CARDS ? 1u : 0u;
    at += (first >> 8 & 255u) * (draw_seen(left, unseen, block, random, false, draws) & 15u);
    draws = (LOAD16(at) & 7u) > FIRST_CARDS + 1 ? 1u : 0u;
    draw_seen(left, unseen, block, random, true, draws);
}

// Record the rounds of a run of shoes. If cards are burned, the first card is seen, but not those
// that it burns.
__device__ __forceinline__ void record_run(
    const Block &block, const Unseen &recorded, u64 *rounds_recorded, u64 seed, u64 run,
    u32 first_shoe, u32 shoes) {
    Random random = started(seed, run);
    for (u32 shoe = 0; shoe < shoes; shoe++) {
        Left left = full_shoe(), unseen = full_shoe();
#if BURN
        u32 value = draw_seen(left, unseen, block, random, false, 1u) & 15u;
        for (u32 burned = value == 0 ? 10 : value; burned > 0; burned--) {
            draw_code(left, block, random, true, 1u);
        }
#endif
        u32 round = 0, further = FURTHER;
        while (FIXED ? round++ < FIXED : left.cards >= CARDS - LAST_START || further-- > 0) {
            u64 at = NEXT(rounds_recorded);
            if (at < recorded.room) record_unseen(recorded, at, first_shoe + shoe, unseen);
            play_seen(left, unseen, block, random);
        }
    }
}

// --- a block's memory -----------------------------------------------------------------------------

// Return the layout of a block's memory that begins at `base`. The columns of 512 threads begin at a
// multiple of all their words; other columns begin where the tables end.
__device__ __forceinline__ Block laid_out(u32 base, bool with_columns) {
    u32 columns = base + 4 * TABLE_WORDS, step = with_columns && THREADS == 512 ? 4 * THREADS : 4;
    columns = OPAQUE((columns + step - 1) / step * step);
    u32 tallies = columns + (with_columns ? ABOVE_COLUMNS : 0);
    Block block = {base, columns, tallies + 4 * OUTCOMES};
    return block;
}

// Store a word of the host's tables, with an address instead of an offset.
__device__ __forceinline__ void put_word(const Block &block, const u32 *tables, u32 at) {
    u32 word = tables[at];
    if (at < FIRSTS) word += (block.tables + THIRDS_AT) << 16;
    STORE32(block.tables + 4 * at, word);
}

__device__ __forceinline__ void put_group(const Block &block, u32 at) {
    u32 group = block.tables + GROUPS_AT + 2 * at;
    STORE16(group, LOAD16(group) + block.columns);
}

// --- the kernels --------------------------------------------------------------------------------

#ifndef ON_HOST

// The arguments from the host: the cards of the shoe, four per word; the byte of each rank; the
// tables; both tallies; the seed; the number of runs before the first; the number of shoes.
#define ARGUMENTS                                                                                  \
    const u32 *fresh, const u8 *host_codes, const u32 *host_tables, u64 *by_outcome,               \
        u64 *by_length, u64 seed, u64 runs_before, u64 shoes

extern __shared__ u32 shared[];

__device__ __forceinline__ Block prepared(
    const u8 *codes, const u32 *tables, bool with_columns) {
    Block block = laid_out((u32)__cvta_generic_to_shared(shared), with_columns);
    u32 tallies = block.lengths - 4 * OUTCOMES;
    for (u32 at = threadIdx.x; at < OUTCOMES + LENGTHS; at += THREADS) STORE32(tallies + 4 * at, 0);
    for (u32 at = threadIdx.x; at < TABLE_WORDS; at += THREADS) put_word(block, tables, at);
    __syncthreads();
    for (u32 at = threadIdx.x; at < GROUPS; at += THREADS) put_group(block, at);
    if (threadIdx.x < 16) STORE8(block.tables + CODES_AT + threadIdx.x, codes[threadIdx.x]);
    __syncthreads();
    return block;
}

__device__ __forceinline__ void add_up(const Block &block, u64 *by_outcome, u64 *by_length) {
    __syncthreads();
    u32 tallies = block.lengths - 4 * OUTCOMES;
    for (u32 at = threadIdx.x; at < OUTCOMES + LENGTHS; at += THREADS) {
        u64 sum = LOAD32(tallies + 4 * at);
        if (sum) atomicAdd(at < OUTCOMES ? by_outcome + at : by_length + (at - OUTCOMES), sum);
    }
}

__device__ __forceinline__ u32 shoes_of_run(u64 shoes, u64 run) {
    u64 rest = shoes - run * SHOES_PER_RUN;
    return rest < SHOES_PER_RUN ? (u32)rest : SHOES_PER_RUN;
}

#define FOR_RUNS_OF_THIS_THREAD                                                                    \
    for (u64 run = blockIdx.x * (u64)THREADS + threadIdx.x; run * SHOES_PER_RUN < shoes;           \
         run += (u64)gridDim.x * THREADS)

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) shoes_in_columns(ARGUMENTS) {
    Block block = prepared(host_codes, host_tables, true);
    FOR_RUNS_OF_THIS_THREAD {
        play_run_in_column(block, threadIdx.x, fresh, seed, runs_before + run,
                           shoes_of_run(shoes, run));
    }
    add_up(block, by_outcome, by_length);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) shoes_from_counts(ARGUMENTS) {
    Block block = prepared(host_codes, host_tables, false);
    FOR_RUNS_OF_THIS_THREAD {
        play_run_from_counts(block, seed, runs_before + run, shoes_of_run(shoes, run));
    }
    add_up(block, by_outcome, by_length);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) unseen_before_rounds(
    const u8 *host_codes, const u32 *host_tables, int *by_rank, u32 *shoe_of, u64 room,
    u64 *rounds_recorded, u64 seed, u64 runs_before, u64 shoes) {
    Block block = prepared(host_codes, host_tables, false);
    Unseen recorded = {by_rank, shoe_of, room};
    FOR_RUNS_OF_THIS_THREAD {
        record_run(block, recorded, rounds_recorded, seed, runs_before + run,
                   (u32)(run * SHOES_PER_RUN), shoes_of_run(shoes, run));
    }
}

#else

// Play on the host, one run after another, so that tests need no GPU. A block's memory begins at
// `base` of `whole`; the last thread plays.
extern "C" void shoes_on_host(
    int design, const u32 *fresh, const u8 *codes, const u32 *tables, u64 seed, u64 first_run,
    u64 shoes, u8 *whole, u32 base, u32 *by_outcome_and_length) {
    memory = whole;
    Block block = laid_out(base, design == 0);
    for (u32 at = 0; at < TABLE_WORDS; at++) put_word(block, tables, at);
    for (u32 at = 0; at < GROUPS; at++) put_group(block, at);
    for (u32 at = 0; at < 16; at++) STORE8(block.tables + CODES_AT + at, codes[at]);
    for (u64 run = 0; run * SHOES_PER_RUN < shoes; run++) {
        u64 rest = shoes - run * SHOES_PER_RUN;
        u32 here = rest < SHOES_PER_RUN ? (u32)rest : SHOES_PER_RUN;
        if (design == 0) {
            play_run_in_column(block, THREADS - 1, fresh, seed, first_run + run, here);
        } else {
            play_run_from_counts(block, seed, first_run + run, here);
        }
    }
    for (u32 at = 0; at < OUTCOMES + LENGTHS; at++) {
        by_outcome_and_length[at] = LOAD32(block.lengths - 4 * OUTCOMES + 4 * at);
    }
}

extern "C" void unseen_on_host(
    const u8 *codes, const u32 *tables, u64 seed, u64 first_run, u64 shoes, u8 *whole,
    int *by_rank, u32 *shoe_of, u64 room, u64 *rounds_recorded) {
    memory = whole;
    Block block = laid_out(0, false);
    for (u32 at = 0; at < TABLE_WORDS; at++) put_word(block, tables, at);
    for (u32 at = 0; at < 16; at++) STORE8(block.tables + CODES_AT + at, codes[at]);
    Unseen recorded = {by_rank, shoe_of, room};
    for (u64 run = 0; run * SHOES_PER_RUN < shoes; run++) {
        u64 rest = shoes - run * SHOES_PER_RUN;
        record_run(block, recorded, rounds_recorded, seed, first_run + run,
                   (u32)(run * SHOES_PER_RUN), rest < SHOES_PER_RUN ? (u32)rest : SHOES_PER_RUN);
    }
}

// Write the orders in which the first design deals shoes, one row of bytes per shoe.
extern "C" void orders_on_host(
    const u32 *fresh, u64 seed, u64 first_run, u64 shoes, u8 *whole, u8 *orders) {
    memory = whole;
    Block block = laid_out(0, true);
    u32 start = block.columns + 4 * (THREADS - 1), column = THREADS == 512 ? 4 * (THREADS - 1) : start;
    Random random = started(seed, first_run);
    for (u64 shoe = 0; shoe < shoes; shoe++) {
        if (shoe % SHOES_PER_RUN == 0) {
            random = started(seed, first_run + shoe / SHOES_PER_RUN);
            for (u32 at = 0; at < CARDS / 4; at++) STORE32(start + 4 * THREADS * at, fresh[at]);
        }
        shuffle_column(block, column, random);
        for (u32 card = 0; card < CARDS; card++) {
            *orders++ = (u8)LOAD8(place(block, column, CARDS - 1 - card));
        }
    }
}

#endif
