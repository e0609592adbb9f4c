package dev.dyno.model.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Puts the value of a {@link YamlOverride} into the tree of a file, so that it is read and checked like a value of the file. All
 * added nodes have the override as their place.
 */
record TreeEdit(YamlOverride override) {

    private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)((?:\\[\\d{0,6}])*)(\\.|$)");
    private static final Pattern INDEX = Pattern.compile("\\[(\\d*)]");

    /** Step of a path that stands for all elements of a list. */
    private static final Object ALL = List.of();

    /** @return the error as a sentence; empty if the value was put in place */
    static Optional<String> apply(MappingNode root, YamlOverride override) {
        try {
            TreeEdit edit = new TreeEdit(override);
            edit.put(root, "", edit.steps(), edit.node(override.value()));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void put(Node at, String path, List<Object> steps, Node value) {
        Object step = steps.get(0);
        List<Object> rest = steps.subList(1, steps.size());
        Node put = rest.isEmpty() ? value : null;
        if (step.equals(ALL)) {
            int size = at instanceof SequenceNode sequence ? sequence.getValue().size() : 1;
            if (at instanceof MappingNode mapping && mapping.getValue().isEmpty()) {
                throw new IllegalArgumentException("there are no " + path + " here; leave it out.");
            }
            for (int i = 0; i < size; i++) {
                put(element(at, path, i, put), path + "[" + i + "]", rest, value);
            }
            return;
        }
        boolean isIndex = step instanceof Integer;
        Node next = isIndex ? element(at, path, (Integer) step, put) : child(at, path, String.valueOf(step), put);
        if (!rest.isEmpty()) {
            put(next, path + (isIndex ? "[" + step + "]" : (path.isEmpty() ? "" : ".") + step), rest, value);
        }
    }

    private List<Object> steps() {
        List<Object> steps = new ArrayList<>();
        Matcher step = STEP.matcher(override.path());
        int end = 0;
        boolean more = true;
        while (more && step.find() && step.start() == end) {
            steps.add(step.group(1));
            Matcher index = INDEX.matcher(step.group(2));
            while (index.find()) {
                steps.add(index.group(1).isEmpty() ? ALL : (Object) Integer.valueOf(index.group(1)));
            }
            end = step.end();
            more = step.group(3).equals(".");
        }
        if (more || end != override.path().length()) {
            throw new IllegalArgumentException(
                    override.path() + "; must be the path of a value, like phases.measure or producers[0].rate.");
        }
        return steps;
    }

    private Node child(Node at, String path, String key, @Nullable Node value) {
        if (!(at instanceof MappingNode mapping)) {
            throw new IllegalArgumentException(
                    path + ": has no keys here, it is a " + YamlMap.kind(at) + "; '" + key + "' cannot be set."
                            + (at instanceof SequenceNode ? " Name one of the list, like " + path + "[0]." : ""));
        }
        List<NodeTuple> tuples = mapping.getValue();
        for (int i = 0; i < tuples.size(); i++) {
            if (tuples.get(i).getKeyNode() instanceof ScalarNode name
                    && name.getValue().equals(key)) {
                Node there = tuples.get(i).getValueNode();
                boolean isKept = value == null && !YamlMap.isAbsent(there);
                Node put = isKept ? unshared(there) : value == null ? node("{}") : value;
                tuples.set(i, new NodeTuple(isKept ? name : node(quoted(key)), put));
                return put;
            }
        }
        Node put = value == null ? node("{}") : value;
        tuples.add(new NodeTuple(node(quoted(key)), put));
        return put;
    }

    private static Node element(Node at, String path, int index, @Nullable Node value) {
        // A file may have a single value instead of a list of one: it is element 0.
        if (!(at instanceof SequenceNode sequence)) {
            if (index == 0 && value == null) {
                return at;
            }
            throw new IllegalArgumentException(path + "[" + index + "]: " + path + " is no list here.");
        }
        List<Node> elements = sequence.getValue();
        if (index >= elements.size()) {
            throw new IllegalArgumentException(path + "[" + index + "]: there are only " + elements.size()
                    + " here, and the first is " + path + "[0].");
        }
        elements.set(index, value == null ? unshared(elements.get(index)) : value);
        return elements.get(index);
    }

    /** A copy of a node, because aliases may put the node in other places, too. */
    private static Node unshared(Node node) {
        if (node instanceof MappingNode m) {
            List<NodeTuple> own = new ArrayList<>(m.getValue());
            return new MappingNode(m.getTag(), true, own, m.getFlowStyle(), m.getStartMark(), m.getEndMark());
        } else if (node instanceof SequenceNode s) {
            List<Node> own = new ArrayList<>(s.getValue());
            return new SequenceNode(s.getTag(), true, own, s.getFlowStyle(), s.getStartMark(), s.getEndMark());
        }
        return node;
    }

    private static String quoted(String key) {
        return "'" + key.replace("'", "''") + "'";
    }

    private Node node(String yaml) {
        LoadSettings settings =
                LoadSettings.builder().setLabel(override.place()).build();
        try {
            if (YamlFile.tooDeep(settings, yaml).isPresent()) {
                throw new IllegalArgumentException(YamlFile.TOO_DEEP);
            }
            return new Compose(settings)
                    .composeString(yaml.isBlank() ? "''" : yaml)
                    .orElseThrow(() -> new IllegalArgumentException("is empty; give it a value, or ~ for none."));
        } catch (MarkedYamlEngineException e) {
            throw new IllegalArgumentException("not YAML: " + e.getProblem() + ".", e);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException("not YAML: " + e.getMessage() + ".", e);
        }
    }
}
