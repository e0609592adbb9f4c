package dev.dyno.model.pace;

import java.util.Objects;

/**
 * The intended send times of a whole load, as offsets in ns from its start.
 *
 * <p>Pure arithmetic on exact fractions: a time follows from its number alone, and only the result is rounded, so the billionth
 * send is as exact as the first (times within a ramp are exact to 1 ns). Immutable.
 */
public final class Schedule implements LoadShape {

    /** Time of a send after the end of the schedule. */
    public static final long NEVER = Long.MAX_VALUE;

    private final Shape shape;
    private final ArrivalProcess arrivals;
    private final Profile profile;

    /** @throws IllegalArgumentException with a sentence, if the common denominator of the rates is too large to compute with */
    public Schedule(Shape shape, ArrivalProcess arrivals) {
        this.shape = shape;
        this.arrivals = arrivals;
        this.profile = Profile.of(shape);
    }

    public static Schedule constant(Rate rate) {
        return new Schedule(new Shape.Constant(rate), ArrivalProcess.REGULAR);
    }

    @Override
    public Schedule withArrivals(ArrivalProcess other) {
        return other == arrivals ? this : new Schedule(shape, other);
    }

    public Shape shape() {
        return shape;
    }

    @Override
    public ArrivalProcess arrivals() {
        return arrivals;
    }

    /**
     * The intended time of send {@code i}; with {@link ArrivalProcess#POISSON} the time by which {@code i} sends are expected.
     *
     * @param i from 0
     * @return ns, never less than that of {@code i - 1}; {@link #NEVER} if the schedule ends before send {@code i}, or if the
     *     time is beyond 146 years
     */
    public long timeNs(long i) {
        if (i < 0) {
            throw new IllegalArgumentException("send " + i + "; must be at least 0");
        }
        return profile.timeNs(i, new Place(profile));
    }

    /**
     * Number of sends intended before the given time; with {@link ArrivalProcess#POISSON} the expected number, rounded up.
     *
     * @param durationNs ns from the start
     */
    public long count(long durationNs) {
        return profile.count(durationNs, new Place(profile));
    }

    /** Whether the rate is 0 at a time, in ns from the start. */
    public boolean pausesAt(long offsetNs) {
        Place place = new Place(profile);
        profile.locateTime(offsetNs, place);
        return !place.piece.ramp && place.piece.ticksPerNs == 0;
    }

    /**
     * Times of one party. Regular arrivals: the sends {@code slice.index() + n * slice.count()}, so that parties are staggered
     * and their union is the whole. Poisson arrivals: a process of its own at {@code 1 / slice.count()} of the rate.
     *
     * @param seed of the run; the same for all slices. The same seed gives the same times.
     */
    public Cursor cursor(Slice slice, long seed) {
        return switch (arrivals) {
            case REGULAR -> new RegularCursor(profile, slice);
            case POISSON -> new PoissonCursor(profile, slice, seed);
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schedule that && shape.equals(that.shape) && arrivals == that.arrivals;
    }

    @Override
    public int hashCode() {
        return Objects.hash(shape, arrivals);
    }

    @Override
    public String toString() {
        return arrivals == ArrivalProcess.POISSON ? shape + " poisson" : shape.toString();
    }
}
