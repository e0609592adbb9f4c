package dev.dyno.model.workload;

import java.util.Locale;

/** Event that a profile samples, with the meaning of a frame's width. */
public enum ProfileEvent {
    CPU("samples", "time on a processor", "no thread of the broker was seen on a processor"),
    LOCK("us", "time in which threads waited for a lock", "no thread of the broker was seen to wait for a lock"),
    ALLOC("bytes", "bytes allocated", "no thread of the broker was seen to allocate memory");

    private final String unit;
    private final String width;
    private final String nothing;

    ProfileEvent(String unit, String width, String nothing) {
        this.unit = unit;
        this.width = width;
        this.nothing = nothing;
    }

    /** The word of the user's notation and of stored runs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String unit() {
        return unit;
    }

    /** Quantity of which the width of a frame shows a share. */
    public String width() {
        return width;
    }

    /** Explanation of a profile without samples. */
    public String nothing() {
        return nothing;
    }
}
