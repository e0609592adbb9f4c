package dev.dyno.model.pace;

/**
 * Cursor over every n-th send of a profile.
 *
 * <p>Within a piece of constant rate, the next send is a fixed stride after the previous one: a whole number of ns, and a rest in
 * ticks, {@code ticksPerNs} of which make a ns. So the division of {@link Profile#timeNs} is done once per piece instead of once
 * per send. The remainder is kept, so no rounding error accumulates.
 */
final class RegularCursor implements Cursor {

    /** Value of {@link #endNs} that every time has passed: each time is then looked up in the profile. */
    private static final long LOOK_UP = Long.MIN_VALUE;

    private final Profile profile;
    private final Place place;
    private final long stride;

    /** Number of the send that {@link #next} returns; the next two fields have its time, rounded down, and the rest in ticks. */
    private long index;

    private long nextNs;
    private long remainderTicks;

    /** Whole ns of one stride in the present piece; then its rest in ticks, the ticks of a ns, and the end of the piece. */
    private long strideNs;

    private long strideTicks;
    private long ticksPerNs;
    private long endNs;

    RegularCursor(Profile profile, Slice slice) {
        this.profile = profile;
        this.place = new Place(profile);
        this.stride = slice.count();
        this.index = slice.index();
        seek();
    }

    @Override
    public long next() {
        final long now = nextNs;
        long then = now + strideNs;
        long ticks = remainderTicks + strideTicks;
        if (ticks >= ticksPerNs) {
            ticks -= ticksPerNs;
            then++;
        }
        if (then < endNs && then >= now) {
            index += stride;
            nextNs = then;
            remainderTicks = ticks;
        } else {
            advanceSlowly();
        }
        return now;
    }

    @Override
    public long skipUntil(long offsetNs) {
        if (offsetNs <= nextNs) {
            return 0;
        }
        final long behind = profile.count(offsetNs, place) - index;
        final long dropped = (behind + stride - 1) / stride;
        index += dropped * stride;
        seek();
        return dropped;
    }

    private void advanceSlowly() {
        if (nextNs != Schedule.NEVER) {
            index += stride;
            seek();
        }
    }

    /** Finds the time of {@link #index} and the duration of a stride from there. */
    private void seek() {
        endNs = LOOK_UP;
        if (!profile.locate(index, place)) {
            nextNs = Schedule.NEVER;
            return;
        }
        nextNs = place.timeNs();
        final Piece piece = place.piece;
        if (piece.ramp || nextNs == Schedule.NEVER) {
            return;
        }
        final long ticksPerEvent = profile.ticksPerEvent;
        ticksPerNs = piece.ticksPerNs;
        remainderTicks = place.events * ticksPerEvent + place.ticks - (nextNs - place.startNs) * ticksPerNs;
        strideNs = Exact.multiplyAddDivide(stride, ticksPerEvent, 0, ticksPerNs);
        strideTicks = stride * ticksPerEvent - strideNs * ticksPerNs;
        endNs = place.startNs + piece.lengthNs;
    }
}
