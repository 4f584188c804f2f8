// Whole shoes on a GPU: two designs of one play, by tables that the host compiles from a rulebook.
//
// The host defines, for a game and a procedure:
//   CARDS, DEALT      cards in the shoe; how many of them may be dealt, a multiple of four
//   LAST_START        a round begins while no more cards than this are dealt ...
//   FURTHER, FIXED    ... then so many further rounds; or FIXED rounds a shoe, 0 for as the cut says
//   BURN              1 if the first card says how many more are burned
//   OUTCOMES, LENGTHS sizes of the two tallies
//   HEAD_COEFS, DRAWN_COEFS, DRAWN_SELECT, LIKE_SELECT, UNLIKE_SELECT, PRINTED, MARKS
//                     which bytes of a round's cards are whose (see shoes_gpu.py)
//   THREADS, COPIES   threads a block; copies of the tally that share the block's atomic adds
//
// A card is one byte: its value in the low four bits, then what tells ranks of one value apart, and
// in the top bit a mark where a wager counts this rank. A shoe is dealt from its end to its start.
//
// Random numbers: shoes come in runs of SHOES_A_RUN. Philox4x32-10 with the seed as key and the
// run's number as counter starts a multiply-with-carry generator of lag 2,
//   t = A x[n-2] + c,  x[n] = low half of t,  c = high half,  output x[n] ^ c,
// A 2^64 - 1 and half of it being prime, so its period is about 2^95. A 32-bit output picks two
// places of a shuffle and is drawn again where it would favour one: every order is equally likely.
// The totals of a number of shoes do not depend on the launch, nor on the design's block size.

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
static inline u32 ones(u32 bits) { return (u32)__builtin_popcount(bits); }
#define TALLY(tally, at) ((tally)[at] += 1)
#define UNROLL(times)
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
__device__ __forceinline__ u32 ones(u32 bits) { return (u32)__popc(bits); }
#define TALLY(tally, at) atomicAdd(&(tally)[at], 1u)
#define AS_PRAGMA(words) _Pragma(#words)
#define UNROLL(times) AS_PRAGMA(unroll times)
#endif

#ifndef VARIANT
#define VARIANT 0  // of design one: all lead to the same totals
#endif
#ifndef PARTS
#define PARTS 3  // the benchmark leaves the shuffle (1) or the play (2) out to see what it costs
#endif

#define SHOES_A_RUN 64
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
    // A carry below the multiplier less one, and not all zero, lies on the long cycle.
    Random made = {c0, c1, 1u + c2 % (MULTIPLIER - 2u)};
    return made;
}

// Two steps at a time leave both places of the state renewed, with nothing to move.
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

// Whether a number lies in the short last stretch that would favour some of `ways` results.
__device__ __forceinline__ bool is_short(u32 left_over, u32 ways) {
    return left_over < ways && left_over < (0u - ways) % ways;
}

// --- a round, whatever design found its cards ---------------------------------------------------

struct Tables {
    const u16 *first;   // by the sums of both hands: where their third cards' entries begin
    const u16 *thirds;  // outcome cell above the number of cards taken
    const u16 *groups;  // by which first cards are alike, and how many are marked
};

// The entry of a round, from its cards: the first four in `head`, the first in the top byte, and
// the next four in `tail`.
__device__ __forceinline__ u32 entry_of(const Tables &tables, u32 head, u32 tail) {
    u32 drawn = pick(tail, head, DRAWN_SELECT) & 0x0F0Fu;
    return tables.thirds[dot(drawn, DRAWN_COEFS, tables.first[dot(head & VALUES, HEAD_COEFS, 0u)])];
}

__device__ __forceinline__ u32 outcome_of(const Tables &tables, u32 head, u32 entry) {
    u32 unlike = pick(head, PRINTED, LIKE_SELECT) ^ pick(head, PRINTED, UNLIKE_SELECT);
    u32 like = ~(((unlike & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | unlike | 0x7F7F7F7Fu);
    u32 pattern = dot(like >> 7, 0x00040201u, 0u);
#if MARKS
    pattern += 8u * ones(head & MARKS);
#endif
    return (entry >> 3) + tables.groups[pattern];
}

// --- design one: the shoe in shared memory, a column of words a thread --------------------------

#define WORDS (CARDS / 4 + 2)
#define PAD 8

// Where a card of a thread's column lies: words of all threads stand side by side, so that no two
// threads of a warp ever want the same bank.
__device__ __forceinline__ u32 place(u32 column, u32 card) {
    return card * THREADS + ((card & 3u) * (1u - THREADS) + column);
}

struct Four {
    u32 a, b, c, d;
};

// Four places out of n, n - 1, n - 2 and n - 3 from two numbers; `low` is the least left over.
__device__ __forceinline__ Four four_places(Random &random, u32 n, u32 &left1, u32 &left2) {
    u64 one = (u64)first_of_two(random) * n;
    u64 two = (u64)second_of_two(random) * (n - 2);
    u64 one_more = (u64)(u32)one * (n - 1);
    u64 two_more = (u64)(u32)two * (n - 3);
    left1 = (u32)one_more;
    left2 = (u32)two_more;
    Four found = {(u32)(one >> 32), (u32)(one_more >> 32), (u32)(two >> 32),
                  (u32)(two_more >> 32)};
    return found;
}

// Four places that favour no card of the n, n - 1, n - 2 and n - 3 there are.
__device__ __forceinline__ Four four_fair_places(Random &random, u32 n) {
    u32 left1, left2;
    Four at = four_places(random, n, left1, left2);
    // One comparison tells almost always that neither number is in its short last stretch.
    if ((left1 < left2 ? left1 : left2) < (u32)CARDS * CARDS) {
        while (is_short(left1, n * (n - 1)) || is_short(left2, (n - 2) * (n - 3))) {
            at = four_places(random, n, left1, left2);
        }
    }
    return at;
}

#if VARIANT == 0

// Deals four cards into the places of the last four, which leave as a word.
__device__ __forceinline__ void deal_four(u8 *memory, u32 column, u32 n, const Four &at) {
    u8 *word = memory + (n - 4) * THREADS + column;
    u32 dealt = (u32)memory[place(column, at.a)] << 24;
    memory[place(column, at.a)] = word[3];
    dealt |= (u32)memory[place(column, at.b)] << 16;
    memory[place(column, at.b)] = word[2];
    dealt |= (u32)memory[place(column, at.c)] << 8;
    memory[place(column, at.c)] = word[1];
    dealt |= (u32)memory[place(column, at.d)];
    memory[place(column, at.d)] = word[0];
    *(u32 *)word = dealt;
}

#else

// Deals four cards into the places of the last four, which are read as one word: no store waits for
// a load. Where a card's place is among the last four, the card that comes there is taken over.
__device__ __forceinline__ u32 take_four(u8 *memory, u32 column, u32 n, const Four &at) {
    u32 word = *(const u32 *)(memory + (n - 4) * THREADS + column);
    u32 top = word >> 24, second = word >> 16, third = word >> 8, fourth = word;
    u32 a = at.a - (n - 4), b = at.b - (n - 4), c = at.c - (n - 4);
    u32 first_dealt = memory[place(column, at.a)];
    memory[place(column, at.a)] = (u8)top;
    second = a == 2 ? top : second;
    third = a == 1 ? top : third;
    fourth = a == 0 ? top : fourth;
    u32 second_dealt = memory[place(column, at.b)];
    memory[place(column, at.b)] = (u8)second;
    third = b == 1 ? second : third;
    fourth = b == 0 ? second : fourth;
    u32 third_dealt = memory[place(column, at.c)];
    memory[place(column, at.c)] = (u8)third;
    fourth = c == 0 ? third : fourth;
    u32 fourth_dealt = memory[place(column, at.d)];
    memory[place(column, at.d)] = (u8)fourth;
    return pick(pick(fourth_dealt, third_dealt, 0x40u), pick(second_dealt, first_dealt, 0x40u),
                0x5410u);
}

__device__ __forceinline__ void deal_four(u8 *memory, u32 column, u32 n, const Four &at) {
    u32 dealt = take_four(memory, column, n, at);
    *(u32 *)(memory + (n - 4) * THREADS + column) = dealt;
}

#endif

// Deals the last cards of the shoe into their places, four at a time.
__device__ __forceinline__ void shuffle_column(u8 *memory, u32 column, Random &random) {
#if VARIANT == 2
    // The next places are found while the cards at these are on their way.
    Four at = four_fair_places(random, CARDS);
    UNROLL(1)
    for (u32 n = CARDS; n > CARDS - DEALT + 4; n -= 4) {
        u32 dealt = take_four(memory, column, n, at);
        at = four_fair_places(random, n - 4);
        *(u32 *)(memory + (n - 4) * THREADS + column) = dealt;
    }
    deal_four(memory, column, CARDS - DEALT + 4, at);
#else
    for (u32 n = CARDS; n > CARDS - DEALT; n -= 4) {
        deal_four(memory, column, n, four_fair_places(random, n));
    }
#endif
}

// Plays the round whose first card is card number `top`, and says how many cards it took.
__device__ __forceinline__ u32 play_column(
    const u8 *memory, u32 column, u32 top, const Tables &tables, u32 *tally) {
    const u8 *word = memory + 4u * THREADS * ((top + 1) >> 2) + column - PAD * THREADS;
    u32 shift = 8u * (top + 1);
    u32 low = *(const u32 *)word;
    u32 middle = *(const u32 *)(word + 4 * THREADS);
    u32 high = *(const u32 *)(word + 8 * THREADS);
    u32 head = funnel(middle, high, shift), tail = funnel(low, middle, shift);
    u32 entry = entry_of(tables, head, tail);
    TALLY(tally, outcome_of(tables, head, entry));
    return entry & 7u;
}

// Plays a run of shoes; the column begins behind PAD cards that may be looked at and never count.
__device__ __forceinline__ void play_run_in_column(
    u8 *memory, u32 column, const u32 *fresh, const Tables &tables, u64 seed, u64 run, u32 shoes,
    u32 *tally, u32 *lengths) {
    Random random = started(seed, run);
    UNROLL(1)
    for (u32 at = 0; at < CARDS / 4; at++) {
        *(u32 *)(memory + 4u * THREADS * at + column) = fresh[at];
    }
    for (u32 shoe = 0; shoe < shoes; shoe++) {
#if PARTS & 1
        shuffle_column(memory, column, random);
#endif
#if PARTS & 2
        int top = CARDS - 1;
#if BURN
        u32 value = memory[place(column, CARDS - 1)] & 15u;
        top -= 1 + (value == 0 ? 10 : value);
#endif
#if FIXED
        for (u32 round = 0; round < FIXED; round++) {
            top -= play_column(memory, column, top, tables, tally);
        }
        TALLY(lengths, FIXED);
#else
        u32 rounds = FURTHER;
        while (top >= CARDS - 1 - LAST_START) {
            top -= play_column(memory, column, top, tables, tally);
            rounds++;
        }
        for (int more = 0; more < FURTHER; more++) {
            top -= play_column(memory, column, top, tables, tally);
        }
        TALLY(lengths, rounds);
#endif
#endif
    }
}

// --- design two: how many cards of each rank are left, in registers -----------------------------

#define PAIRS_OF_RANKS 6
#define GUARD 0x80008000u

struct Left {
    u32 below[PAIRS_OF_RANKS];  // cards of ranks up to each, two to a word, each with a guard bit
    u32 cards;
};

// Draws a card if `drawn` is one, and says its rank; counts stay as they are if it is zero.
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

// A number that favours no card of those left.
__device__ __forceinline__ u32 fair(Random &random, u32 cards, bool is_second) {
    u32 number = is_second ? second_of_two(random) : first_of_two(random);
    while (is_short(number * cards, cards)) {
        number = is_second ? second_of_two(random) : first_of_two(random);
    }
    return number;
}

__device__ __forceinline__ u32 draw_code(
    Left &left, const u8 *codes, Random &random, bool is_second, u32 drawn) {
    return codes[draw_rank(left, fair(random, left.cards, is_second), drawn)];
}

// Plays a round from the cards left. The third cards are drawn one by one, because whether the next
// is drawn stands in the entries: each says how many cards the round takes if no more count.
__device__ __forceinline__ void play_left(
    Left &left, const u8 *codes, Random &random, const Tables &tables, u32 *tally) {
    u32 head = 0;
    UNROLL()
    for (int card = 0; card < FIRST_CARDS; card++) {
        head |= draw_code(left, codes, random, card & 1, 1u) << (24 - 8 * card);
    }
    u32 at = tables.first[dot(head & VALUES, HEAD_COEFS, 0u)];
    u32 draws = (tables.thirds[at] & 7u) > FIRST_CARDS ? 1u : 0u;
    at += 10u * (draw_code(left, codes, random, false, draws) & 15u);
    draws = (tables.thirds[at] & 7u) > FIRST_CARDS + 1 ? 1u : 0u;
    at += draw_code(left, codes, random, true, draws) & 15u;
    TALLY(tally, outcome_of(tables, head, tables.thirds[at]));
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
    const u8 *codes, const Tables &tables, u64 seed, u64 run, u32 shoes, u32 *tally, u32 *lengths) {
    Random random = started(seed, run);
    for (u32 shoe = 0; shoe < shoes; shoe++) {
        Left left = full_shoe();
#if BURN
        u32 value = draw_code(left, codes, random, false, 1u) & 15u;
        for (u32 burned = value == 0 ? 10 : value; burned > 0; burned--) {
            draw_code(left, codes, random, true, 1u);
        }
#endif
#if FIXED
        for (u32 round = 0; round < FIXED; round++) {
            play_left(left, codes, random, tables, tally);
        }
        TALLY(lengths, FIXED);
#else
        u32 rounds = FURTHER;
        while (left.cards >= CARDS - LAST_START) {
            play_left(left, codes, random, tables, tally);
            rounds++;
        }
        for (int more = 0; more < FURTHER; more++) play_left(left, codes, random, tables, tally);
        TALLY(lengths, rounds);
#endif
    }
}

// --- the kernels --------------------------------------------------------------------------------

#ifndef ON_HOST

// What the host hands over: the cards of the shoe, four to a word; the byte of each rank; the tables'
// entries; both tallies; the seed; the number of runs before the first; the number of shoes.
#define HANDED_OVER                                                                                \
    const u32 *fresh, const u8 *host_codes, const u16 *host_entries, u64 *by_outcome,              \
        u64 *by_length, u64 seed, u64 runs_before, u64 shoes

#define FIRSTS 361
#define THIRDS 10000
#define GROUPS 40
#define ENTRIES (FIRSTS + THIRDS + GROUPS + 1)

// Shared memory: the tallies, then the tables, then a column a thread (design one only).
extern __shared__ u32 shared[];

__device__ __forceinline__ Tables with_tables(const u16 *host_entries, u32 *&tally, u32 *&lengths,
                                              u32 *&rest) {
    u32 *tallies = shared;
    u16 *entries = (u16 *)(shared + COPIES * OUTCOMES + LENGTHS);
    for (u32 at = threadIdx.x; at < COPIES * OUTCOMES + LENGTHS; at += THREADS) tallies[at] = 0;
    for (u32 at = threadIdx.x; at < ENTRIES; at += THREADS) entries[at] = host_entries[at];
    __syncthreads();
    tally = tallies + OUTCOMES * (threadIdx.x % COPIES);
    lengths = tallies + COPIES * OUTCOMES;
    rest = (u32 *)(entries + ENTRIES);
    Tables tables = {entries, entries + FIRSTS, entries + FIRSTS + THIRDS};
    return tables;
}

__device__ __forceinline__ void add_up(u64 *by_outcome, u64 *by_length) {
    __syncthreads();
    for (u32 at = threadIdx.x; at < OUTCOMES; at += THREADS) {
        u64 sum = 0;
        for (u32 copy = 0; copy < COPIES; copy++) sum += shared[copy * OUTCOMES + at];
        if (sum) atomicAdd(by_outcome + at, sum);
    }
    for (u32 at = threadIdx.x; at < LENGTHS; at += THREADS) {
        u64 sum = shared[COPIES * OUTCOMES + at];
        if (sum) atomicAdd(by_length + at, sum);
    }
}

__device__ __forceinline__ u32 shoes_of_run(u64 shoes, u64 run) {
    u64 rest = shoes - run * SHOES_A_RUN;
    return rest < SHOES_A_RUN ? (u32)rest : SHOES_A_RUN;
}

#define FOR_RUNS_OF_THIS_THREAD                                                                    \
    for (u64 run = blockIdx.x * (u64)THREADS + threadIdx.x; run * SHOES_A_RUN < shoes;             \
         run += (u64)gridDim.x * THREADS)

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) shoes_in_columns(HANDED_OVER) {
    u32 *tally, *lengths, *rest;
    Tables tables = with_tables(host_entries, tally, lengths, rest);
    u32 column = 4u * threadIdx.x + PAD * THREADS + (u32)((u8 *)rest - (u8 *)shared);
    FOR_RUNS_OF_THIS_THREAD {
        play_run_in_column((u8 *)shared, column, fresh, tables, seed, runs_before + run,
                           shoes_of_run(shoes, run), tally, lengths);
    }
    add_up(by_outcome, by_length);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) shoes_from_counts(HANDED_OVER) {
    u32 *tally, *lengths, *rest;
    Tables tables = with_tables(host_entries, tally, lengths, rest);
    u8 *codes = (u8 *)rest;
    if (threadIdx.x < 16) codes[threadIdx.x] = host_codes[threadIdx.x];
    __syncthreads();
    FOR_RUNS_OF_THIS_THREAD {
        play_run_from_counts(codes, tables, seed, runs_before + run, shoes_of_run(shoes, run),
                             tally, lengths);
    }
    add_up(by_outcome, by_length);
}

#else

// The same play on the host, a run after another, to test what needs no GPU.
extern "C" void shoes_on_host(
    int design, const u32 *fresh, const u8 *codes, const u16 *entries, u64 seed, u64 first_run,
    u64 shoes, u32 *tally, u32 *lengths) {
    static u32 columns[WORDS * THREADS];
    Tables tables = {entries, entries + 361, entries + 10361};
    for (u64 run = 0; run * SHOES_A_RUN < shoes; run++) {
        u64 rest = shoes - run * SHOES_A_RUN;
        u32 here = rest < SHOES_A_RUN ? (u32)rest : SHOES_A_RUN;
        if (design == 0) {
            play_run_in_column((u8 *)columns, 4 + PAD * THREADS, fresh, tables, seed, first_run + run, here,
                               tally, lengths);
        } else {
            play_run_from_counts(codes, tables, seed, first_run + run, here, tally, lengths);
        }
    }
}

#endif
