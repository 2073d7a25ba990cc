/* A plain depth-first search for the contract that leaves the fewest points: the limit that engine_bench measures against.
 *
 * Meld after meld, place after place, each with a natural card or a wild one; cut off where not even all the cards that
 * are left would beat the best so far. It reads one hand a line, all numbers:
 *
 *   exact wilds_most naturals_least bottom run_longest set_longest sets_of_one_rank apart as_itself
 *   slots (kind size)... cards (card wild points)...
 *
 * and answers with the points melded, -1 where the contract cannot be met, and nanoseconds of processor time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOKER = 52, MOST = 128 };

static int exact, wilds_most, naturals_least, bottom, run_longest, set_longest, sets_of_one_rank, apart, as_itself;
static int slots, is_run[16], size[16], points[53], wild[53];
static int left[53], wilds_left, naturals_points, used_wilds, best;
static int begin[16], suit_of[16], high[16];

/* What so many wild cards are worth at most: the dearest of those not laid down as themselves. */
static int worth(int count) {
    int taken[53] = {0}, sum = 0;
    while (count-- > 0) {
        int dearest = -1;
        for (int card = 0; card <= JOKER; card++)
            if (wild[card] && taken[card] < left[card] && (dearest < 0 || points[card] > points[dearest])) dearest = card;
        if (dearest < 0) return sum;
        taken[dearest]++, sum += points[dearest];
    }
    return sum;
}

/* The most that the melds still to be made can add: their dearest cards where sizes are fixed, else all that is left. */
static int can_add(int slot) {
    int room = 0, sum = 0, copies[53];
    memcpy(copies, left, sizeof copies);
    for (int i = slot; i < slots; i++) room += size[i];
    if (!exact) room = MOST;
    for (; room > 0; ) {
        int dearest = -1;
        for (int card = 0; card <= JOKER; card++)
            if (copies[card] && (dearest < 0 || points[card] > points[dearest])) dearest = card;
        if (dearest < 0) break;
        int taken = copies[dearest] < room ? copies[dearest] : room;
        copies[dearest] = 0, room -= taken, sum += taken * points[dearest];
    }
    return sum;
}

static int is_natural(int card) { return left[card] && (!wild[card] || as_itself); }

static void take(int card, int count) {
    left[card] -= count;
    naturals_points += count * points[card];
    if (wild[card]) wilds_left -= count;
}

static void lay(int slot);

static int touches(int slot, int low, int top) {
    for (int i = 0; i < slot; i++)
        if (is_run[i] && suit_of[i] == suit_of[slot] && (high[i] + 1 == low || top + 1 == begin[i])) return 1;
    return 0;
}

static void run_on(int slot, int place, int length, int wilds) {
    if (length >= size[slot] && length - wilds >= naturals_least) {
        high[slot] = place - 1;
        if (!apart || !touches(slot, begin[slot], place - 1)) lay(slot + 1);
    }
    if (length == (exact ? size[slot] : run_longest) || place > 14) return;
    int card = suit_of[slot] * 13 + (place - 1) % 13;
    if (is_natural(card)) {
        take(card, 1);
        run_on(slot, place + 1, length + 1, wilds);
        take(card, -1);
    }
    if (wilds < wilds_most && used_wilds < wilds_left) {
        used_wilds++;
        run_on(slot, place + 1, length + 1, wilds + 1);
        used_wilds--;
    }
}

static void set_on(int slot, int rank, int suit, int length) {
    if (suit < 4) {
        int card = suit * 13 + rank, room = (exact ? size[slot] : set_longest) - length;
        int most = is_natural(card) ? left[card] : 0;
        for (int count = most < room ? most : room; count >= 0; count--) {
            take(card, count);
            set_on(slot, rank, suit + 1, length + count);
            take(card, -count);
        }
        return;
    }
    if (length < naturals_least) return;
    for (int wilds = length < size[slot] ? size[slot] - length : 0; wilds <= wilds_most; wilds++) {
        if (length + wilds > (exact ? size[slot] : set_longest) || used_wilds + wilds > wilds_left) return;
        used_wilds += wilds;
        lay(slot + 1);
        used_wilds -= wilds;
    }
}

static void lay(int slot) {
    if (used_wilds > wilds_left) return;
    if (slot == slots) {
        int value = naturals_points + worth(used_wilds);
        if (value > best) best = value;
        return;
    }
    if (best >= 0 && naturals_points + worth(used_wilds) + can_add(slot) <= best) return;
    int again = slot && is_run[slot] == is_run[slot - 1] && size[slot] == size[slot - 1];
    if (is_run[slot]) {
        for (int from = again ? suit_of[slot - 1] * 16 + begin[slot - 1] : bottom; from < 64; from++) {
            suit_of[slot] = from >> 4, begin[slot] = from & 15;
            if (begin[slot] >= bottom && begin[slot] + size[slot] <= 15) run_on(slot, begin[slot], 0, 0);
        }
    } else {
        for (int rank = again ? begin[slot - 1] + !sets_of_one_rank : 0; rank < 13; rank++) {
            begin[slot] = rank;
            set_on(slot, rank, 0, 0);
        }
    }
}

static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(void) {
    while (scanf("%d %d %d %d %d %d %d %d %d %d", &exact, &wilds_most, &naturals_least, &bottom, &run_longest,
                 &set_longest, &sets_of_one_rank, &apart, &as_itself, &slots) == 10) {
        int cards, card, is_wild, price;
        memset(left, 0, sizeof left), memset(wild, 0, sizeof wild), memset(points, 0, sizeof points);
        for (int i = 0; i < slots; i++)
            if (scanf("%d %d", &is_run[i], &size[i]) != 2) return 1;
        wilds_left = 0;
        if (scanf("%d", &cards) != 1) return 1;
        while (cards--) {
            if (scanf("%d %d %d", &card, &is_wild, &price) != 3) return 1;
            left[card]++, wild[card] = is_wild, points[card] = price, wilds_left += is_wild;
        }
        int calls = 0;
        double start = nanoseconds(), spent;
        do {
            best = -1, naturals_points = used_wilds = 0;
            lay(0);
            calls++;
        } while ((spent = nanoseconds() - start) < 2e6);
        printf("%d %.0f\n", best, spent / calls);
    }
    return 0;
}
