// Count deals exactly on a GPU. Each thread counts one shoe; all threads follow the same tables.
//
// This file contains no rules. `gpu_counts.py` puts two things in front of it: definitions (known
// cards of the hands, numbers of takes, classes and lines) and constant tables (the possible third
// cards, the hands that draw them, and the class of endings to which they lead).
// docs/explanation/exact-odds.md explains the method; numba_kernels.py defines the letters.
//
// A thread stores its numbers in a column of shared memory, next to the columns of its neighbours,
// so that no two threads of a warp use the same bank. A C++ compiler can compile this file for a
// CPU; the tests do so.

#ifdef __CUDACC__
#define DEVICE static __device__ __forceinline__
#else
#define DEVICE static inline
#endif

#ifdef IN_DOUBLES
typedef double word;
#else
typedef long long word;
#endif

#if PLAYER_SEEN == 0 && BANKER_SEEN == 0
#define NOTHING_SEEN 1
#define HANDS 55
#define AT(i, j) ((i) <= (j) ? (j) * ((j) + 1) / 2 + (i) : (i) * ((i) + 1) / 2 + (j))
#else
#define NOTHING_SEEN 0
#define HANDS 100
#define AT(i, j) (10 * (i) + (j))
#endif

// The rows of a column: cards left by value, hands, a zero that pads lists, sums of the classes.
#define LEFT 0
#define HAND 10
#define ZERO (HAND + HANDS)
#define CLASS (ZERO + 1)
#define ROWS (CLASS + CLASSES)

#define LOW 7
#define SEVEN 8
#define HIGH 10
#define ANY_RANK 13

DEVICE word falling(word cards, int places) {
    word ways = 1;
    for (int taken = 0; taken < places; taken++) ways *= cards - taken;
    return ways;
}

DEVICE word partners(const word (&c)[10], int x, int total) {
    return c[(total + 10 - x) % 10] - (2 * x % 10 == total ? 1 : 0);
}

DEVICE void pairs_by_total(const word (&c)[10], word (&p)[10]) {
#pragma unroll
    for (int total = 0; total < 10; total++) {
        p[total] = 0;
#pragma unroll
        for (int x = 0; x < 10; x++) p[total] += c[x] * partners(c, x, total);
    }
}

#if NOTHING_SEEN

// Count the hands of two totals, the larger from FIRST to below LAST. The order does not matter.
template <int FIRST, int LAST>
DEVICE void hands_of(const word (&c)[10], const word (&p)[10], word *column, int apart) {
#pragma unroll
    for (int i = 0; i < LAST; i++) {
        word s[10];
#pragma unroll
        for (int x = 0; x < 10; x++) s[x] = c[x] * partners(c, x, i);
#pragma unroll
        for (int j = i > FIRST ? i : FIRST; j < LAST; j++) {
            word common = 0;
#pragma unroll
            for (int x = 0; x < 10; x++) common += s[x] * partners(c, x, j);
            column[(HAND + AT(i, j)) * apart] = p[i] * (p[j] + (i == j ? 2 : 0)) - 4 * common;
        }
    }
}

DEVICE void count_hands(const word (&c)[10], int reach, word *column, int apart) {
    word p[10];
    pairs_by_total(c, p);
    hands_of<0, LOW>(c, p, column, apart);
    if (reach >= SEVEN) hands_of<LOW, SEVEN>(c, p, column, apart);
    if (reach >= HIGH) hands_of<SEVEN, HIGH>(c, p, column, apart);
}

#else

// Count hands with some known cards; x and y are the points missing to their totals.
DEVICE word hands_with(const word (&c)[10], const word (&p)[10], int i, int j) {
    const int x = (i + 10 - PLAYER_TOTAL) % 10, y = (j + 10 - BANKER_TOTAL) % 10;
    if ((PLAYER_SEEN == 2 && x != 0) || (BANKER_SEEN == 2 && y != 0)) return 0;
    if (PLAYER_SEEN == 2 && BANKER_SEEN == 2) return 1;
    if (PLAYER_SEEN == 2) return BANKER_SEEN == 1 ? c[y] : p[j];
    if (BANKER_SEEN == 2) return PLAYER_SEEN == 1 ? c[x] : p[i];
    if (PLAYER_SEEN == 1 && BANKER_SEEN == 1) return c[x] * (c[y] - (x == y ? 1 : 0));
    if (PLAYER_SEEN == 1) return c[x] * (p[j] - 2 * partners(c, x, j));
    return c[y] * (p[i] - 2 * partners(c, y, i));
}

DEVICE void count_hands(const word (&c)[10], int, word *column, int apart) {
    word p[10];
    pairs_by_total(c, p);
#pragma unroll
    for (int i = 0; i < 10; i++)
#pragma unroll
        for (int j = 0; j < 10; j++) column[(HAND + AT(i, j)) * apart] = hands_with(c, p, i, j);
}

#endif

// Add to each class the hands that lead to it when these third cards are out of the shoe.
DEVICE void add_take(int take, word cards, word *column, int apart) {
    const int first = TAKES[6 * take], second = TAKES[6 * take + 1];
    word ways = falling(cards - PLACES + TAKES[6 * take + 2], TAKES[6 * take + 2]);
    if (first != NO_CARD) ways *= column[(LEFT + first) * apart]--;
    if (second != NO_CARD) ways *= column[(LEFT + second) * apart]--;
    word c[10];
#pragma unroll
    for (int value = 0; value < 10; value++) c[value] = column[(LEFT + value) * apart];
    if (first != NO_CARD) column[(LEFT + first) * apart]++;
    if (second != NO_CARD) column[(LEFT + second) * apart]++;
    count_hands(c, TAKES[6 * take + 3], column, apart);
    for (int group = TAKES[6 * take + 4]; group < TAKES[6 * take + 5]; group++) {
        word hands = 0;
        for (int at = GROUPS[3 * group + 1]; at < GROUPS[3 * group + 2]; at++) {
            const unsigned int four = ENDS[at];
            const word some = column[(four & 255) * apart] + column[(four >> 8 & 255) * apart];
            const word more = column[(four >> 16 & 255) * apart] + column[(four >> 24) * apart];
            hands += some + more;
        }
        column[(CLASS + GROUPS[3 * group]) * apart] += ways * hands;
    }
}

// Count the deals of each pair pattern, in the order of `pairs.PAIR_PATTERNS`.
DEVICE void count_pairs(const int *shoes, long long shoe, long long number, word cards, word *to,
                        int apart) {
    const int for_player = 2 - PLAYER_SEEN, for_banker = 2 - BANKER_SEEN;
    const int taken = for_player + for_banker;
    word players = 0, bankers = 0, common = 0, same = 0;
    for (int rank = 0; rank < 13; rank++) {
        const word left = shoes[rank * number + shoe];
        word own = 0, other = 0;
        if (PLAYER_RANK == ANY_RANK || PLAYER_RANK == rank) own = falling(left, for_player);
        if (BANKER_RANK == ANY_RANK || BANKER_RANK == rank) other = falling(left, for_banker);
        if (own > 0 && other > 0) same += falling(left, taken);
        players += own;
        bankers += other;
        common += own * other;
    }
    const word rest = falling(cards - taken, PLACES - taken);
    const word unlike = (players * bankers - common) * rest, alike = same * rest;
    players *= falling(cards - for_player, PLACES - for_player);
    bankers *= falling(cards - for_banker, PLACES - for_banker);
    const word both = unlike + alike;
    to[0] = alike;
    to[apart] = unlike;
    to[2 * apart] = players - both;
    to[3 * apart] = bankers - both;
    to[4 * apart] = falling(cards, PLACES) - players - bankers + both;
}

// Count the deals of every line for one shoe. `shoes` is stored rank by rank, `out` line by line.
DEVICE void count_shoe(const int *shoes, long long shoe, long long number, word *column, int apart,
                       long long *out) {
    word cards = 0;
    for (int value = 0; value < 10; value++) {
        int left = 0;
        if (value > 0) left = shoes[(value - 1) * number + shoe];
        else for (int rank = 9; rank < 13; rank++) left += shoes[rank * number + shoe];
        column[(LEFT + value) * apart] = left;
        cards += left;
    }
    column[ZERO * apart] = 0;
    for (int each = 0; each < CLASSES; each++) column[(CLASS + each) * apart] = 0;
    for (int take = 0; take < TAKE_COUNT; take++) add_take(take, cards, column, apart);
    if (ASKS_PAIRS)
        count_pairs(shoes, shoe, number, cards, column + (CLASS + CLASSES - 5) * apart, apart);
    for (int line = 0; line < LINE_COUNT; line++) {
        word deals = 0;
        for (int at = LINES[line]; at < LINES[line + 1]; at++)
            deals += column[(CLASS + CLASSES_OF[at]) * apart];
        out[line * number + shoe] = (long long)deals;
    }
}

// The rows of a column for multisets: cards left by kind, ways by size, deals by line.
#define KINDS 13
#define SIZE KINDS
#define DEALS (SIZE + 7)

// Count the deals of lines by multisets, each after its parent, in depth-first order. A step is
// a size, a kind, the copies of that kind in the parent, and where its terms end. A term is a line
// and a number of orders.
DEVICE void weigh_shoe(const int *shoes, long long shoe, long long number, const int *steps,
                       int step_count, const int *terms, const int *columns, int line_count,
                       int by_rank, word *column, int apart, long long *out) {
    for (int kind = 0; kind < KINDS; kind++) {
        word left = 0;
        if (by_rank) left = shoes[kind * number + shoe];
        else if (kind > 0 && kind < 10) left = shoes[(kind - 1) * number + shoe];
        else if (kind == 0)
            for (int rank = 9; rank < 13; rank++) left += shoes[rank * number + shoe];
        column[kind * apart] = left;
    }
    column[SIZE * apart] = 1;
    for (int line = 0; line < line_count; line++) column[(DEALS + line) * apart] = 0;
    int term = 0;
    for (int step = 0; step < step_count; step++) {
        const int size = steps[4 * step], kind = steps[4 * step + 1];
        const word last = column[kind * apart] - steps[4 * step + 2];
        const word ways = column[(SIZE + size - 1) * apart] * last;
        column[(SIZE + size) * apart] = ways;
        for (; term < steps[4 * step + 3]; term++)
            column[(DEALS + terms[2 * term]) * apart] += terms[2 * term + 1] * ways;
    }
    for (int line = 0; line < line_count; line++)
        out[columns[line] * number + shoe] = (long long)column[(DEALS + line) * apart];
}

#ifdef __CUDACC__

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
count_shoes(const int *__restrict__ shoes, long long number, long long *__restrict__ out) {
    extern __shared__ word columns[];
    const long long shoe = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (shoe < number) count_shoe(shoes, shoe, number, columns + threadIdx.x, blockDim.x, out);
}

extern "C" __global__ void
weigh_shoes(const int *__restrict__ shoes, long long number, const int *__restrict__ steps,
            int step_count, const int *__restrict__ terms, const int *__restrict__ lines,
            int line_count, int by_rank, long long *__restrict__ out) {
    extern __shared__ word columns[];
    const long long shoe = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (shoe < number)
        weigh_shoe(shoes, shoe, number, steps, step_count, terms, lines, line_count, by_rank,
                   columns + threadIdx.x, blockDim.x, out);
}

#else

extern "C" void count_on_host(const int *shoes, long long number, long long *out) {
    word column[ROWS];
    for (long long shoe = 0; shoe < number; shoe++)
        count_shoe(shoes, shoe, number, column, 1, out);
}

extern "C" void weigh_on_host(const int *shoes, long long number, const int *steps, int step_count,
                              const int *terms, const int *lines, int line_count, int by_rank,
                              long long *out) {
    word column[DEALS + 64];
    for (long long shoe = 0; shoe < number; shoe++)
        weigh_shoe(shoes, shoe, number, steps, step_count, terms, lines, line_count, by_rank,
                   column, 1, out);
}

#endif
