package dev.dyno.engine.capacity;

/** Form of a {@link Curve}: u as a function of ln of the rate, with one parameter, the slope. */
sealed interface CurveShape {

    /** u at a rate; 0 at θ. */
    double u(double logRate, double logTheta, double slope);

    /** Derivative of u with respect to the slope. */
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

    /** Derivative of u with respect to ln of the rate, at θ. */
    double atTheta(double logTheta, double slope);

    /**
     * Form for messages that wait in a queue: u = b z with the slope b and z = ln(rate / θ), because ln of the share is nearly
     * linear in the rate below saturation (Kingman, "On queues in heavy traffic", 1962). If service times have a heavy tail, the
     * curve is convex, because single long ones count at all rates. Then z / (1 - k z) replaces z, with the k by which half of
     * the messages are beyond at the rate of an overload; k is 0 if the slope alone reaches that. A clump has √g messages: the
     * share grows both by the length of clumps and by their number.
     *
     * @param logMost ln of the ratio at which all messages are beyond
     * @param logCeiling ln of the rate achieved in an overload; infinite if unknown
     * @param isBent whether k may be above 0: for a share of messages, if the ceiling is known
     * @param room distance from θ to the ceiling, as ln of the rate; 0 to compute it for each θ
     * @param largestFlattest upper bound of the minimum slope: the slope of the estimate, once that is known
     */
    record Queue(double logMost, double logCeiling, boolean isBent, double room, double largestFlattest)
            implements CurveShape {

        /** Range of slopes: from a share proportional to the rate to one that jumps within a thousandth of the rate. */
        private static final double FLATTEST = 1;

        private static final double STEEPEST = 4000;

        /** Minimum slope as a part of the mean slope between the capacity and the ceiling. */
        private static final double PART_OF_MEAN_SLOPE = 0.44;

        /** Minimum distance from the capacity to the ceiling, as ln of the rate, that the minimum slope is computed with. */
        private static final double LEAST_DISTANCE = 0.005;

        /** Minimum distance to the ceiling, as ln of the rate, in k: the ceiling is known only to a percent or so. */
        private static final double LEAST_ROOM = 0.05;

        static Queue of(double logMost, double ceiling, boolean isShare) {
            boolean isKnown = ceiling > 0 && ceiling < Double.POSITIVE_INFINITY;
            double logCeiling = isKnown ? Math.log(ceiling) : Double.POSITIVE_INFINITY;
            return new Queue(logMost, logCeiling, isShare && isKnown, 0, FLATTEST);
        }

        /**
         * Shape for the ends of the interval: the curve of the estimate is shifted and keeps its distance to the ceiling. With a
         * distance of its own, a low end would have a curve that is flat and then jumps, whatever the visits are.
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
     * Form for standstills that are longer than the limit. One standstill delays all messages until its backlog is gone, so the
     * share of late messages grows as 1 / (1 - rate / ceiling). The slope b is that of the number of standstills: u = b ln(rate /
     * θ) + ln((1 - θ / ceiling) / (1 - rate / ceiling)), with b = 0 for a fixed number in a time and 1 for a number that grows
     * with the messages, like that of garbage collections. A clump is the messages that one standstill delays.
     */
    record Standing(double logCeiling) implements CurveShape {

        /** Nearly 0, but above it, because the range of slopes is halved by its logarithm. */
        private static final double FLATTEST = 0.001;

        private static final double STEEPEST = 8;

        /** Minimum of 1 - rate / ceiling. */
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
