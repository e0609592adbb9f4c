package dev.dyno.pace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The one mechanism behind every {@link Shape}: the expected number of events over time as a chain of pieces, of which the last
 * holds for ever or after which all begin again, and its inverse.
 *
 * <p>Send {@code i} is at the last moment before which no more than {@code i} events are expected, rounded down to a ns; so a
 * send that falls on a pause is at the end of the pause.
 *
 * <p>Immutable; lookups allocate nothing.
 */
final class Profile {

    /** 146 years: times from here on are {@link Schedule#NEVER}, and sums of two times below it do not overflow. */
    static final long HORIZON_NS = 1L << 62;

    /** {@link #multiplyAddDivide} needs factors and divisors of at most 2^51, and a ramp doubles the ticks. */
    private static final BigInteger MAX_TICKS_PER_EVENT = BigInteger.ONE.shiftLeft(50);

    final long ticksPerEvent;
    final boolean repeats;
    final long cycleNs;
    private final Piece[] pieces;
    private final long cycleEvents;
    private final long cycleTicks;

    /** A stretch of a rate that goes evenly from one value to another. */
    private record Leg(Rate from, Rate to, long lengthNs) {}

    static Profile of(Shape shape) {
        if (shape instanceof Shape.Constant constant) {
            return new Profile(List.of(hold(constant.rate(), 0)), false);
        }
        if (shape instanceof Shape.Ramp ramp) {
            final Leg change = new Leg(ramp.from(), ramp.to(), ramp.durationNs());
            return new Profile(List.of(change, hold(ramp.to(), ramp.durationNs())), false);
        }
        final boolean repeats = shape instanceof Shape.Burst;
        final List<Shape.Step> steps =
                shape instanceof Shape.Steps chain ? chain.steps() : ((Shape.Burst) shape).steps();
        final List<Leg> legs = new ArrayList<>();
        long startNs = 0;
        for (int i = 0; i < steps.size(); i++) {
            final Rate rate = steps.get(i).rate();
            final boolean last = i == steps.size() - 1;
            legs.add(
                    last && !repeats
                            ? hold(rate, startNs)
                            : new Leg(rate, rate, steps.get(i).durationNs()));
            startNs += steps.get(i).durationNs();
        }
        return new Profile(legs, repeats);
    }

    private static Leg hold(Rate rate, long startNs) {
        return new Leg(rate, rate, HORIZON_NS - startNs);
    }

    private Profile(List<Leg> legs, boolean repeats) {
        this.repeats = repeats;
        this.ticksPerEvent = commonTicks(legs);
        this.pieces = new Piece[legs.size()];
        BigInteger total = BigInteger.ZERO;
        long startNs = 0;
        for (int i = 0; i < pieces.length; i++) {
            final Leg leg = legs.get(i);
            pieces[i] = new Piece(leg.from(), leg.to(), startNs, leg.lengthNs(), total, ticksPerEvent);
            startNs += leg.lengthNs();
            total = total.add(pieces[i].allTicks());
        }
        final BigInteger[] cycle = total.divideAndRemainder(BigInteger.valueOf(ticksPerEvent));
        this.cycleNs = startNs;
        this.cycleEvents = cycle[0].longValueExact();
        this.cycleTicks = cycle[1].longValueExact();
    }

    /** The least common multiple of the rates' denominators, so that every rate is a whole number of ticks per ns. */
    private static long commonTicks(List<Leg> legs) {
        BigInteger common = BigInteger.ONE;
        boolean ramp = false;
        for (final Leg leg : legs) {
            for (final Rate rate : List.of(leg.from(), leg.to())) {
                final BigInteger perNs = BigInteger.valueOf(rate.perNs());
                common = common.divide(common.gcd(perNs)).multiply(perNs);
                if (common.compareTo(MAX_TICKS_PER_EVENT) > 0) {
                    throw new IllegalArgumentException("rate: " + rate
                            + "; must have a smaller common denominator with the other rates. Give fewer decimals.");
                }
            }
            ramp |= !leg.from().equals(leg.to());
        }
        return ramp ? common.longValueExact() * 2 : common.longValueExact();
    }

    Piece piece(int index) {
        return pieces[index];
    }

    int pieceCount() {
        return pieces.length;
    }

    /** A number of events, found in a piece; the caller's, so that a lookup need not allocate one. */
    static final class Place {
        Piece piece;
        int index;

        /** Start of the piece, from the start of the schedule. */
        long startNs;

        /** Events since the start of the piece. */
        long events;

        long ticks;

        Place(Profile profile) {
            piece = profile.pieces[0];
        }
    }

    long timeNs(long i, Place place) {
        return locate(i, place) ? timeNs(place) : Schedule.NEVER;
    }

    /** When a place is reached, in ns from the start of the schedule. */
    static long timeNs(Place place) {
        final long insideNs = place.piece.timeNs(place.events, place.ticks);
        return insideNs >= HORIZON_NS - place.startNs ? Schedule.NEVER : place.startNs + insideNs;
    }

    /**
     * Finds the piece that send {@code i} is in.
     *
     * @return false if that send does not come
     */
    boolean locate(long i, Place place) {
        if (i >= HORIZON_NS) {
            // There is at most one event per ns.
            return false;
        }
        long cycleStartNs = 0;
        long events = i;
        long ticks = 0;
        if (repeats) {
            // Whole cycles before it: estimated in floating point, then put right in exact arithmetic.
            final double cycles = Math.floor(i / (cycleEvents + (double) cycleTicks / ticksPerEvent));
            if (cycles * cycleNs >= HORIZON_NS) {
                return false;
            }
            long n = (long) cycles;
            final long carried = multiplyAddDivide(n, cycleTicks, 0, ticksPerEvent);
            events = i - n * cycleEvents - carried;
            ticks = -(n * cycleTicks - carried * ticksPerEvent);
            if (ticks < 0) {
                ticks += ticksPerEvent;
                events--;
            }
            while (events < 0) {
                n--;
                events += cycleEvents;
                ticks += cycleTicks;
                if (ticks >= ticksPerEvent) {
                    ticks -= ticksPerEvent;
                    events++;
                }
            }
            while (atLeast(events, ticks, cycleEvents, cycleTicks)) {
                n++;
                events -= cycleEvents;
                ticks -= cycleTicks;
                if (ticks < 0) {
                    ticks += ticksPerEvent;
                    events--;
                }
            }
            cycleStartNs = n * cycleNs;
        }
        int low = 0;
        int high = pieces.length - 1;
        while (low < high) {
            final int middle = (low + high + 1) >>> 1;
            final Piece piece = pieces[middle];
            if (atLeast(events, ticks, piece.firstEvents, piece.firstTicks)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        final Piece piece = pieces[low];
        if (piece.ticksPerNs == 0 && !piece.ramp) {
            // Only a pause that lasts for ever is found: after any other one a piece begins at the same event.
            return false;
        }
        events -= piece.firstEvents;
        ticks -= piece.firstTicks;
        if (ticks < 0) {
            ticks += ticksPerEvent;
            events--;
        }
        place.piece = piece;
        place.index = low;
        place.startNs = cycleStartNs + piece.startNs;
        place.events = events;
        place.ticks = ticks;
        return true;
    }

    /** Finds the piece of a moment; its events are left alone. */
    void locateTime(long offsetNs, Place place) {
        final long cycleStartNs = repeats ? offsetNs / cycleNs * cycleNs : 0;
        place.index = pieceAt(offsetNs - cycleStartNs);
        place.piece = pieces[place.index];
        place.startNs = cycleStartNs + place.piece.startNs;
    }

    long count(long offsetNs, Place scratch) {
        if (offsetNs <= 0) {
            return 0;
        }
        final long untilNs = Math.min(offsetNs, HORIZON_NS);
        final long n = repeats ? untilNs / cycleNs : 0;
        final long inCycleNs = untilNs - n * cycleNs;
        final Piece piece = pieces[pieceAt(inCycleNs)];
        final long insideNs = inCycleNs - piece.startNs;
        final long carried = multiplyAddDivide(n, cycleTicks, 0, ticksPerEvent);
        final long carriedTicks = n * cycleTicks - carried * ticksPerEvent;
        final long before = n * cycleEvents + carried + piece.firstEvents;
        if (piece.ramp) {
            return countInRamp(before + (long) piece.eventsUntil(insideNs), untilNs, scratch);
        }
        final long inside = multiplyAddDivide(insideNs, piece.ticksPerNs, piece.firstTicks, ticksPerEvent);
        final long insideTicks = insideNs * piece.ticksPerNs + piece.firstTicks - inside * ticksPerEvent;
        // The two remainders make up to two events, and a begun event counts.
        final long ticks = carriedTicks + insideTicks;
        return before + inside + ticks / ticksPerEvent + (ticks % ticksPerEvent == 0 ? 0 : 1);
    }

    /** Ramps are computed in floating point, in both directions: the estimate is put right by the times themselves. */
    private long countInRamp(long estimate, long untilNs, Place scratch) {
        long count = estimate;
        while (count > 0 && timeNs(count - 1, scratch) >= untilNs) {
            count--;
        }
        while (timeNs(count, scratch) < untilNs) {
            count++;
        }
        return count;
    }

    /** Events expected before that time, rounded to a double. */
    double eventsUntil(long offsetNs) {
        final long untilNs = Math.min(offsetNs, HORIZON_NS);
        final long n = repeats ? untilNs / cycleNs : 0;
        final long inCycleNs = untilNs - n * cycleNs;
        final Piece piece = pieces[pieceAt(inCycleNs)];
        return n * eventsPerCycle()
                + piece.firstEvents
                + (double) piece.firstTicks / ticksPerEvent
                + piece.eventsUntil(inCycleNs - piece.startNs);
    }

    double eventsPerCycle() {
        return cycleEvents + (double) cycleTicks / ticksPerEvent;
    }

    double perSecondAt(long offsetNs) {
        if (offsetNs < 0) {
            return 0;
        }
        final long inCycleNs = repeats ? offsetNs % cycleNs : Math.min(offsetNs, HORIZON_NS);
        final Piece piece = pieces[pieceAt(inCycleNs)];
        return piece.perSecondAt(inCycleNs - piece.startNs);
    }

    private int pieceAt(long inCycleNs) {
        int low = 0;
        int high = pieces.length - 1;
        while (low < high) {
            final int middle = (low + high + 1) >>> 1;
            if (inCycleNs >= pieces[middle].startNs) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static boolean atLeast(long events, long ticks, long otherEvents, long otherTicks) {
        return events > otherEvents || (events == otherEvents && ticks >= otherTicks);
    }

    /**
     * {@code (n * factor + addend) / divisor} rounded down, exact although the product may have 114 bits; {@link
     * Long#MAX_VALUE} if the result is 2^62 or more.
     *
     * <p>A quotient below 2^62 in floating point is wrong by at most 2^62 * 2^-51, so that the remainder it leaves is within
     * 2^11 divisors of 0: it fits into a long, wherefore wrapping arithmetic gives it exactly, and puts the quotient right.
     *
     * @param n at least 0
     * @param factor 0 to 2^51
     * @param addend 0 to 2^51
     * @param divisor 1 to 2^51
     */
    static long multiplyAddDivide(long n, long factor, long addend, long divisor) {
        final long low = n * factor + addend;
        if (low >= 0 && Math.multiplyHigh(n, factor) == 0) {
            final long quotient = low / divisor;
            return quotient >= HORIZON_NS ? Long.MAX_VALUE : quotient;
        }
        final double estimate = ((double) n * factor + addend) / divisor;
        if (estimate >= HORIZON_NS) {
            return Long.MAX_VALUE;
        }
        final long quotient = (long) estimate;
        return quotient + Math.floorDiv(low - quotient * divisor, divisor);
    }
}
