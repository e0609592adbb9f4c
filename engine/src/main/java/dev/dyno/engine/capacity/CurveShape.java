package dev.dyno.engine.capacity;

/** Form of a {@link Curve}: u as a function of ln of the rate, with one parameter, the slope. */
sealed interface CurveShape {

    /** u at a rate; 0 at θ. */
    double u(double logRate, double logTheta, double slope);

    /** Change of u with the slope. */
    double bySlope(double logRate, double logTheta, double slope);

    /**
     * Size of a clump of messages beyond the limit at a rate, in a unit that is the same at all rates.
     *
     * @param ratio mean share beyond at that rate, relative to the one allowed
     */
    double clump(double logRate, double ratio);

    /** Minimum slope for a θ. */
    double flattest(double logTheta);

    /** Maximum slope. */
    double steepest();

    /** Change of u with ln of the rate at θ. */
    double atTheta(double logTheta, double slope);

    /**
     * Waiting of messages in a queue. u = b z with z = ln(rate / θ): ln of the share is nearly linear in the rate below saturation
     * (Kingman, "On queues in heavy traffic", 1962). Where the services have a heavy tail it is convex, as single long ones count at all
     * rates. There z / (1 - k z) stands for z, with the k by which nearly all messages are beyond at the rate of an overload, and 0 where
     * the slope alone reaches that. A clump has √g messages: the share grows by the length of clumps and by their number.
     *
     * @param logMost ln of the ratio at which all messages are beyond
     * @param logCeiling ln of the rate achieved in an overload; infinite if unknown
     * @param isBent whether all messages are beyond there
     * @param room distance from θ to the ceiling, as ln of the rate; 0 if it is to be that of each θ
     * @param largestFlattest upper bound of the minimum slope: that of the estimate, once it is known
     */
    record Queue(double logMost, double logCeiling, boolean isBent, double room, double largestFlattest)
            implements CurveShape {

        /** Range of slopes: a share that grows as the rate does, and one that jumps within a thousandth of the rate. */
        private static final double FLATTEST = 1;

        private static final double STEEPEST = 4000;

        /** Minimum slope as a part of the mean slope between the capacity and the ceiling. */
        private static final double PART_OF_MEAN_SLOPE = 0.44;

        /** Minimum distance from the capacity to the ceiling, as ln of the rate. */
        private static final double LEAST_DISTANCE = 0.005;

        /** Minimum distance that a bend takes for that to the ceiling, which is known to a percent or so. */
        private static final double LEAST_ROOM = 0.05;

        static Queue of(double logMost, double ceiling, boolean isShare) {
            boolean isKnown = ceiling > 0 && ceiling < Double.POSITIVE_INFINITY;
            double logCeiling = isKnown ? Math.log(ceiling) : Double.POSITIVE_INFINITY;
            return new Queue(logMost, logCeiling, isShare && isKnown, 0, FLATTEST);
        }

        /**
         * Shape for the ends of the interval. They differ from the estimate by a shift of the curve: with a distance to the ceiling of
         * its own, a low end would have a curve that is flat and then jumps, whatever was seen.
         */
        Queue around(double logTheta, double slope) {
            return new Queue(logMost, logCeiling, isBent, room(logTheta), Math.max(FLATTEST, slope));
        }

        private double room(double logTheta) {
            return room > 0 ? room : Math.max(LEAST_ROOM, logCeiling - logTheta);
        }

        private boolean isBent(double logTheta, double slope) {
            return isBent && slope * room(logTheta) < logMost;
        }

        /** 1 - k z. */
        private double divisor(double z, double slope, double distance) {
            return 1 - z / distance + slope * z / logMost;
        }

        @Override
        public double u(double logRate, double logTheta, double slope) {
            double z = logRate - logTheta;
            if (!isBent(logTheta, slope)) {
                return slope * z;
            }
            double distance = room(logTheta);
            return z > distance ? logMost * (1 + (z - distance) / distance) : slope * z / divisor(z, slope, distance);
        }

        @Override
        public double bySlope(double logRate, double logTheta, double slope) {
            double z = logRate - logTheta;
            if (!isBent(logTheta, slope)) {
                return z;
            }
            double distance = room(logTheta);
            return z > distance ? 0 : z * (1 - z / distance) / Math.pow(divisor(z, slope, distance), 2);
        }

        @Override
        public double clump(double logRate, double ratio) {
            return Math.sqrt(ratio);
        }

        @Override
        public double flattest(double logTheta) {
            double distance = Math.max(LEAST_DISTANCE, logCeiling - logTheta);
            return Math.min(largestFlattest, Math.max(FLATTEST, PART_OF_MEAN_SLOPE * logMost / distance));
        }

        @Override
        public double steepest() {
            return STEEPEST;
        }

        @Override
        public double atTheta(double logTheta, double slope) {
            return slope;
        }
    }

    /**
     * Standstills that are longer than the limit. The messages late by one are those that come until its backlog is gone, so their
     * share grows as 1 / (1 - rate / ceiling), and the slope is that of their number: u = b ln(rate / θ) + ln((1 - θ / ceiling) / (1 -
     * rate / ceiling)), with b = 0 for those that come by time and 1 for those that come by messages, like garbage collections. A clump
     * is the messages late by one.
     */
    record Standing(double logCeiling) implements CurveShape {

        /** Nearly none, above 0 because slopes are halved as logarithms. */
        private static final double FLATTEST = 0.001;

        private static final double STEEPEST = 8;

        /** Least part of the ceiling that is free. */
        private static final double LEAST_FREE = 0.01;

        private double free(double logRate) {
            return Math.max(LEAST_FREE, 1 - Math.exp(logRate - logCeiling));
        }

        @Override
        public double u(double logRate, double logTheta, double slope) {
            return slope * (logRate - logTheta) + Math.log(free(logTheta) / free(logRate));
        }

        @Override
        public double bySlope(double logRate, double logTheta, double slope) {
            return logRate - logTheta;
        }

        @Override
        public double clump(double logRate, double ratio) {
            return 1 / free(logRate);
        }

        @Override
        public double flattest(double logTheta) {
            return FLATTEST;
        }

        @Override
        public double steepest() {
            return STEEPEST;
        }

        @Override
        public double atTheta(double logTheta, double slope) {
            double free = free(logTheta);
            return slope + (1 - free) / free;
        }
    }
}
