package dev.dyno.model.pace;

import java.util.SplittableRandom;

/**
 * Cursor of a Poisson process whose rate is that of a profile divided by the number of slices: exponential gaps of one event on
 * average, which the inverse of the profile converts to times.
 *
 * <p>Gaps are added up, as the process is defined; the time is kept as whole ns and a fraction of a ns, so that the sum is as
 * exact after days as after the first gap.
 */
final class PoissonCursor implements Cursor {

    /** Expected number of times up to which {@link #skipUntil} draws each one; of more it draws only the number, to be quick. */
    private static final double STEPPED = 16_384;

    private final Profile profile;
    private final Place place;
    private final double parties;
    private final SplittableRandom random;

    /** Start of the present piece, from the start of the schedule. */
    private long startNs;

    private long endNs;

    /** Mean time in ns between the sends of this party in a constant piece; 0 in a ramp, in a pause, and after the end. */
    private double gapNs;

    /** Time that {@link #next} returns; in a constant piece {@link #fractionNs} is the fraction of a ns to add. */
    private long nextNs;

    private double fractionNs;

    /** Events of the whole load from the start of the present ramp to the next send; not used in other pieces. */
    private double rampEvents;

    PoissonCursor(Profile profile, Slice slice, long seed) {
        this.profile = profile;
        this.place = new Place(profile);
        this.parties = slice.count();
        this.random = new SplittableRandom(Seeds.derive(seed, slice.index()));
        enter(random.nextExponential() * parties);
    }

    @Override
    public long next() {
        final long now = nextNs;
        final double draw = random.nextExponential();
        final double aheadNs = fractionNs + draw * gapNs;
        final long wholeNs = (long) aheadNs;
        if (gapNs > 0 && wholeNs < endNs - now) {
            nextNs = now + wholeNs;
            fractionNs = aheadNs - wholeNs;
        } else {
            advanceSlowly(draw * parties);
        }
        return now;
    }

    /**
     * {@inheritDoc}
     *
     * <p>If few times are expected before {@code offsetNs}, they are drawn one by one. Otherwise only their number is drawn, and
     * the process continues from {@code offsetNs}, because a Poisson process has no memory. The times after that differ from
     * those of a cursor that draws each one, but are as good a sample.
     */
    @Override
    public long skipUntil(long offsetNs) {
        if (offsetNs <= nextNs) {
            return 0;
        }
        final double expected = (profile.eventsUntil(offsetNs) - profile.eventsUntil(nextNs)) / parties;
        long dropped = 0;
        if (expected > STEPPED) {
            dropped = 1 + drawCount(expected);
            jump(offsetNs);
        }
        while (nextNs < offsetNs) {
            next();
            dropped++;
        }
        return dropped;
    }

    /**
     * Draws a number of events by the normal approximation. It leaves out the skewness, which is below 0.008 for a mean above
     * {@link #STEPPED}.
     */
    private long drawCount(double mean) {
        return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
    }

    /** Continues with the first event at or after the given time. */
    private void jump(long offsetNs) {
        if (offsetNs >= Profile.HORIZON_NS) {
            end();
            return;
        }
        profile.locateTime(offsetNs, place);
        settle();
        nextNs = offsetNs;
        fractionNs = 0;
        rampEvents = place.piece.eventsUntil(offsetNs - startNs);
        advanceSlowly(random.nextExponential() * parties);
    }

    /** @param events number of events of the whole load between the present send and the next one */
    private void advanceSlowly(double events) {
        if (nextNs == Schedule.NEVER) {
            return;
        }
        final Piece piece = place.piece;
        final double left;
        if (piece.ramp) {
            rampEvents += events;
            left = rampEvents - piece.eventsAsDouble();
            if (left < 0) {
                nextNs = startNs + piece.rampTimeNs(rampEvents, -left);
                return;
            }
        } else {
            final double aheadNs = fractionNs + events / parties * gapNs;
            final long wholeNs = (long) aheadNs;
            if (gapNs > 0 && wholeNs < endNs - nextNs) {
                nextNs += wholeNs;
                fractionNs = aheadNs - wholeNs;
                return;
            }
            left = events - (endNs - nextNs - fractionNs) * piece.perNsAt(0);
        }
        leave(Math.max(0, left));
    }

    /** Enters the next piece; the next send is the given number of events of the whole load after its start. */
    private void leave(double events) {
        if (place.index < profile.pieceCount() - 1) {
            place.index++;
        } else if (profile.repeats) {
            place.index = 0;
        } else {
            end();
            return;
        }
        place.startNs = endNs;
        place.piece = profile.piece(place.index);
        enter(events);
    }

    /** Finds the next send, the given number of events of the whole load after the start of the present piece. */
    private void enter(double events) {
        double left = events;
        while (left >= place.piece.eventsAsDouble()) {
            left -= place.piece.eventsAsDouble();
            place.startNs += place.piece.lengthNs;
            place.index++;
            if (place.index == profile.pieceCount()) {
                final double cycles = Math.floor(left / profile.eventsPerCycle());
                if (!profile.repeats || place.startNs + cycles * profile.cycleNs >= Profile.HORIZON_NS) {
                    end();
                    return;
                }
                place.index = 0;
                place.startNs += ((long) cycles) * profile.cycleNs;
                left = Math.max(0, left - cycles * profile.eventsPerCycle());
            }
            place.piece = profile.piece(place.index);
        }
        settle();
        if (place.piece.ramp) {
            rampEvents = left;
            nextNs = startNs + place.piece.rampTimeNs(left, place.piece.eventsAsDouble() - left);
            return;
        }
        final double aheadNs = left / place.piece.perNsAt(0);
        final long wholeNs = Math.min((long) aheadNs, endNs - startNs - 1);
        nextNs = startNs + wholeNs;
        fractionNs = Math.min(aheadNs - wholeNs, 1);
    }

    private void settle() {
        startNs = place.startNs;
        endNs = startNs + place.piece.lengthNs;
        final double perNs = place.piece.perNsAt(0);
        gapNs = place.piece.ramp || perNs == 0 ? 0 : parties / perNs;
    }

    private void end() {
        nextNs = Schedule.NEVER;
        gapNs = 0;
    }
}
