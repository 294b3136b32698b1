//! Tagged unions: one field tells which of several records the others make up.

use super::super::model::{Kind, Record, Tagged, Type, Variant};
use super::super::problem::Problem;
use super::super::raw;
use super::Check;
use super::names::{Role, Scope};
use super::parameters::Field;
use super::types::Site;

impl<'a> Check<'a> {
    /// `tag` and `variants`.
    pub(super) fn tagged(&mut self, table: &'a raw::Table, site: &Site) -> Option<Type> {
        let tag = table.text("tag")?;
        let Some(written) = table.entry("variants") else {
            self.missing("variants", table);
            return None;
        };
        let id = self.place(site);
        let mut scope = Scope::new(Role::Variant);
        let mut variants = Vec::new();
        if table.named("variants").is_empty() {
            let key = "variants".to_owned();
            self.complain(Problem::EmptyList { key }, written.span);
        }
        for named in table.named("variants") {
            let Some(variant) = named.table() else {
                self.spoil();
                continue;
            };
            let value = &named.name.text;
            let said = variant.text("rust");
            let said = said.as_ref().map(|said| (said.text.as_str(), said.span));
            let (rust, problem) = scope.name(value, named.name.span, said);
            problem.into_iter().for_each(|problem| self.report(problem));
            let description = self.description(variant, None);
            let below = site.below(&rust, format!("the variant `{value}`"));
            let record = self.place(&Site {
                description: description.clone(),
                ..below.clone()
            });
            let fields = variant.named("fields");
            if let Some(field) = fields.iter().find(|field| field.name.text == tag.text) {
                let problem = Problem::TagField {
                    tag: tag.text.clone(),
                    variant: value.clone(),
                };
                self.complain(problem, field.name.span);
            }
            let fields: Vec<_> = fields.iter().map(Field::own).collect();
            let open = variant.flag("open").unwrap_or(false);
            let fields = self.parameters(&fields, open, &below);
            self.types[record.0].kind = Kind::Record(Record { fields, open });
            variants.push(Variant {
                value: value.clone(),
                rust,
                description,
                record,
            });
        }
        let tag = tag.text;
        self.types[id.0].kind = Kind::Tagged(Tagged { tag, variants });
        Some(Type::Named(id))
    }
}
