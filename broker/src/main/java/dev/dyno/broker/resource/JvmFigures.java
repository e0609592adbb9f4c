package dev.dyno.broker.resource;

/** The heap and the garbage collections of a JVM, and what else it says of itself. */
interface JvmFigures extends FigureReader {

    /** Whether a reading may take long. */
    default boolean isSlow() {
        return false;
    }
}
