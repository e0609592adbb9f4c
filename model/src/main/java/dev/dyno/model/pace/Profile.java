package dev.dyno.model.pace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Implementation of every {@link Shape}: the expected number of events over time, as a chain of pieces, and its inverse. The last
 * piece holds for ever, or all pieces repeat.
 *
 * <p>Send {@code i} is at the last moment before which no more than {@code i} events are expected, rounded down to a ns; so a
 * send that falls on a pause is at the end of the pause.
 *
 * <p>Immutable; lookups allocate nothing.
 */
final class Profile {

    /** Horizon in ns, 146 years: later times are {@link Schedule#NEVER}, and the sum of two earlier times does not overflow. */
    static final long HORIZON_NS = Exact.LIMIT;

    /** Maximum of the ticks of an event, which a ramp doubles: {@link Exact#multiplyAddDivide} takes factors of at most 2^51. */
    private static final BigInteger MAX_TICKS_PER_EVENT = BigInteger.ONE.shiftLeft(50);

    final long ticksPerEvent;
    final boolean repeats;
    final long cycleNs;
    private final Piece[] pieces;
    private final long cycleEvents;
    private final long cycleTicks;

    /** A stretch with a rate that changes evenly from one value to another. */
    private record Leg(Rate from, Rate to, long lengthNs) {}

    static Profile of(Shape shape) {
        if (shape instanceof Shape.Constant constant) {
            return new Profile(List.of(hold(constant.rate(), 0)), false);
        }
        if (shape instanceof Shape.Ramp ramp) {
            final Leg change = new Leg(ramp.from(), ramp.to(), ramp.durationNs());
            return new Profile(List.of(change, hold(ramp.to(), ramp.durationNs())), false);
        }
        final boolean repeats = ((Shape.Steps) shape).repeats();
        final List<Shape.Step> steps = ((Shape.Steps) shape).steps();
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
            total = total.add(pieces[i].allTicks);
        }
        final BigInteger[] cycle = total.divideAndRemainder(BigInteger.valueOf(ticksPerEvent));
        this.cycleNs = startNs;
        this.cycleEvents = cycle[0].longValueExact();
        this.cycleTicks = cycle[1].longValueExact();
    }

    /** Ticks of an event: the least common multiple of the rates' denominators; twice that for a ramp, because of its mean. */
    private static long commonTicks(List<Leg> legs) {
        BigInteger common = BigInteger.ONE;
        boolean ramp = false;
        for (final Leg leg : legs) {
            for (final Rate rate : List.of(leg.from(), leg.to())) {
                final BigInteger perNs = BigInteger.valueOf(rate.perNs());
                common = common.divide(common.gcd(perNs)).multiply(perNs);
                if (common.compareTo(MAX_TICKS_PER_EVENT) > 0) {
                    throw new IllegalArgumentException(rate
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

    long timeNs(long i, Place place) {
        return locate(i, place) ? place.timeNs() : Schedule.NEVER;
    }

    /**
     * Finds the piece that send {@code i} is in.
     *
     * @return false if the schedule ends before that send, or the send is beyond the horizon
     */
    boolean locate(long i, Place place) {
        place.startNs = 0;
        place.events = i;
        place.ticks = 0;
        // There is at most one event per ns, so the send with this number is beyond the horizon.
        if (i >= HORIZON_NS || (repeats && !leaveCyclesOut(i, place))) {
            return false;
        }
        int low = 0;
        int high = pieces.length - 1;
        while (low < high) {
            final int middle = (low + high + 1) >>> 1;
            if (place.isAtLeast(pieces[middle].firstEvents, pieces[middle].firstTicks)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        final Piece piece = pieces[low];
        if (piece.ticksPerNs == 0 && !piece.ramp) {
            // This pause lasts for ever: after any other one, the next piece begins at the same event, and was found.
            return false;
        }
        place.piece = piece;
        place.index = low;
        place.startNs += piece.startNs;
        place.subtract(piece.firstEvents, piece.firstTicks, ticksPerEvent);
        return true;
    }

    /**
     * Subtracts the events of the whole cycles before send {@code i}. The number of cycles is estimated in floating point and
     * corrected in exact arithmetic.
     *
     * @return false if that send is beyond the horizon
     */
    private boolean leaveCyclesOut(long i, Place place) {
        final double estimate = Math.floor(i / eventsPerCycle());
        if (estimate * cycleNs >= HORIZON_NS) {
            return false;
        }
        long cycles = (long) estimate;
        final long carried = Exact.multiplyAddDivide(cycles, cycleTicks, 0, ticksPerEvent);
        place.subtract(cycles * cycleEvents + carried, cycles * cycleTicks - carried * ticksPerEvent, ticksPerEvent);
        while (place.events < 0) {
            cycles--;
            place.add(cycleEvents, cycleTicks, ticksPerEvent);
        }
        while (place.isAtLeast(cycleEvents, cycleTicks)) {
            cycles++;
            place.subtract(cycleEvents, cycleTicks, ticksPerEvent);
        }
        place.startNs = cycles * cycleNs;
        return true;
    }

    /** Finds the piece at a given time; its events are not set. */
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
        final long carried = Exact.multiplyAddDivide(n, cycleTicks, 0, ticksPerEvent);
        final long carriedTicks = n * cycleTicks - carried * ticksPerEvent;
        final long before = n * cycleEvents + carried + piece.firstEvents;
        if (piece.ramp) {
            return countInRamp(before + (long) piece.eventsUntil(insideNs), untilNs, scratch);
        }
        final long inside = Exact.multiplyAddDivide(insideNs, piece.ticksPerNs, piece.firstTicks, ticksPerEvent);
        final long insideTicks = insideNs * piece.ticksPerNs + piece.firstTicks - inside * ticksPerEvent;
        // The two remainders are less than two events together; an event that has begun counts.
        final long ticks = carriedTicks + insideTicks;
        return before + inside + ticks / ticksPerEvent + (ticks % ticksPerEvent == 0 ? 0 : 1);
    }

    /**
     * Counts the sends before a time in a ramp. A ramp is computed in floating point in both directions, so the estimate is
     * corrected until it fits {@link #timeNs}.
     */
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

    /** Events expected before the given time, rounded to a double. */
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
}
