/// One thing that can be set, by a flag, by the environment or by a file; everything else about it follows from here.
struct Setting: Sendable {
    /// The name in words joined by `-`; the flag, the variable and the key are made of it.
    let name: String
    /// A one-letter flag besides.
    let letter: Character?
    /// What stands for the value in help; `nil` for a switch, which is on or off.
    let placeholder: String?
    /// What values are allowed, in words.
    let allowed: String
    /// What it is good for, in one sentence.
    let help: String
    /// What the absence of a value means; `nil` where there always is one.
    let absence: String?
    /// The commands that take its flag.
    let commands: Set<Command>

    private let put: @Sendable (String, inout Settings) -> Bool
    private let get: @Sendable (Settings) -> String?

    init<Value>(
        _ name: String, _ field: any WritableKeyPath<Settings, Value> & Sendable, _ form: ValueForm<Value>,
        letter: Character? = nil, absence: String? = nil, on commands: Set<Command>, _ help: String
    ) {
        self.name = name
        self.letter = letter
        self.placeholder = form.placeholder
        self.allowed = form.allowed
        self.help = help
        self.absence = absence
        self.commands = commands
        put = { text, settings in
            guard let value = form.read(text) else { return false }
            settings[keyPath: field] = value
            return true
        }
        get = { form.write($0[keyPath: field]) }
    }

    /// A setting that may have no value.
    init<Value>(
        _ name: String, _ field: any WritableKeyPath<Settings, Value?> & Sendable, _ form: ValueForm<Value>,
        letter: Character? = nil, absence: String? = nil, on commands: Set<Command>, _ help: String
    ) {
        self.init(name, field, form.orNothing, letter: letter, absence: absence, on: commands, help)
    }

    /// Sets the value that `text` stands for; `false` when it stands for none.
    func set(_ text: String, in settings: inout Settings) -> Bool { put(text, &settings) }

    /// The value in `settings` as it would be written, without its secrets.
    func shown(in settings: Settings) -> String { get(settings) ?? absence ?? "none" }

    /// The value when nobody sets one.
    var standard: String { shown(in: Settings()) }

    var isSwitch: Bool { placeholder == nil }
    var environmentName: String { "AFFIX_" + name.uppercased().replacing("-", with: "_") }
    var key: String { name.replacing("-", with: "_") }
    /// The flag; of a switch, the one that turns it on.
    var flag: String { "--" + name }
    /// The flag that turns a switch off.
    var oppositeFlag: String { "--no-" + name }
    /// The flag worth showing: of a switch, the one that changes something.
    var usualFlag: String { isSwitch && standard == "true" ? oppositeFlag : flag }
    /// Every way to write the flag.
    var spellings: [String] {
        [flag] + (isSwitch ? [oppositeFlag] : []) + (letter.map { ["-\($0)"] } ?? [])
    }
}
